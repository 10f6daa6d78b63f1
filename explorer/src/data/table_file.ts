// Tables of positions that the reader drops on the page: CSV, TSV or the like, with or without a heading line.

export interface PositionRow {
  name: string;
  x: number;
  y: number;
  z: number;
  // [s] Absent if the file has no times.
  timeS: number | undefined;
}

// Throws with the line at fault.
export function readPositions(text: string): PositionRow[] {
  const lines = text.split(/\r?\n/).map((line, i) => ({line: line.trim(), number: i + 1}))
      .filter(({line}) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) throw new Error('the file has no lines');
  const separator = /[;\t,]/.exec(lines[0].line)?.[0] ?? ' ';
  const split = (line: string) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const head = split(lines[0].line).map((cell) => cell.toLowerCase());
  const hasHead = ['x', 'y', 'z'].every((name) => head.includes(name));
  const rows = lines.slice(hasHead ? 1 : 0).map(({line, number}) => ({cells: split(line), number}));
  if (rows.length === 0) throw new Error('the file has no lines below its heading');
  const columns = hasHead ? columnsOfHead(head) : columnsOfCells(rows[0].cells);
  return rows.map(({cells, number}, i) => {
    const value = (column: number) => {
      const read = Number(cells[column]);
      if (cells[column] === undefined || cells[column] === '' || !Number.isFinite(read)) {
        throw new Error(`line ${number}: column ${column + 1} is no number`);
      }
      return read;
    };
    return {
      name: columns.name < 0 ? String(i + 1) : cells[columns.name],
      x: value(columns.x), y: value(columns.x + columns.step), z: value(columns.x + 2 * columns.step),
      timeS: columns.time < 0 ? undefined : value(columns.time),
    };
  });
}

interface Columns {name: number; x: number; step: number; time: number}

function columnsOfHead(head: string[]): Columns {
  const x = head.indexOf('x'), step = head.indexOf('y') - x;
  if (head.indexOf('z') !== x + 2 * step) throw new Error('the columns x, y and z have to follow one another');
  return {
    x, step, time: head.findIndex((name) => ['t', 'time', 'time_s'].includes(name)),
    name: head.findIndex((name) => ['name', 'id', 'kind'].includes(name)),
  };
}

// Without a heading: a name if the first cell is none, then x, y, z, and a time if one more number follows.
function columnsOfCells(cells: string[]): Columns {
  const name = Number.isFinite(Number(cells[0])) ? -1 : 0;
  return {name, x: name + 1, step: 1, time: cells.length > name + 4 && Number.isFinite(Number(cells[name + 4])) ? name + 4 : -1};
}
