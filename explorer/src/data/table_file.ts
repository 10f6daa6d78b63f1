// Tables of positions that the reader drops on the page: lines of x, y, z apart by commas, semicolons, tabs or spaces, with a name
// before or behind them, or a time. A first line that names the columns x, y and z may stand before, and other columns between.
import {rangeFault} from './place';

export interface PositionRow {
  // From 1 on if the file has no names.
  name: string;
  x: number;
  y: number;
  z: number;
  // [s] Absent if the file has no times.
  timeS: number | undefined;
}

const kNameColumns = ['name', 'label', 'id', 'kind'], kTimeColumns = ['t', 'time', 'time_s'];

// Throws with the line at fault.
export function readPositions(text: string): PositionRow[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/).map((line, i) => ({line: line.trim(), number: i + 1}))
      .filter(({line}) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) throw new Error('the file has no lines');
  const separator = [';', '\t', ','].find((each) => cellsOf(lines[0].line, each).length >= 3) ?? ' ';
  const rows = lines.map(({line, number}) => ({cells: cellsOf(line, separator), number}));
  const head = rows[0].cells.map((cell) => cell.toLowerCase());
  const hasHead = ['x', 'y', 'z'].every((name) => head.includes(name));
  if (hasHead) rows.shift();
  if (rows.length === 0) throw new Error('the file has no lines below its first, which names the columns');
  const columns = hasHead ? columnsOfHead(head) : columnsOfCells(rows[0].cells);
  return rows.map(({cells, number}, i) => {
    const value = (column: number, what: string) => {
      const cell = cells[column] ?? '', read = numberOf(cell), where = `line ${number}, column ${column + 1}`;
      if (cell === '') throw new Error(`${where}: ${what} is missing; a number is expected there`);
      if (read === undefined) throw new Error(`${where}: ${what} is no number: "${cell}"`);
      return read;
    };
    const [x, y, z] = columns.xyz.map((column, axis) => value(column, 'xyz'[axis])), fault = rangeFault({x, y, z});
    if (fault !== '') throw new Error(`line ${number}: ${fault}: ${[x, y, z].join(', ')}`);
    return {
      name: columns.name < 0 ? String(i + 1) : cells[columns.name] || String(i + 1), x, y, z,
      timeS: columns.time < 0 ? undefined : value(columns.time, 'the time'),
    };
  });
}

interface Columns {name: number; xyz: number[]; time: number}

function columnsOfHead(head: string[]): Columns {
  const first = (names: string[]) => names.map((name) => head.indexOf(name)).find((column) => column >= 0) ?? -1;
  return {xyz: ['x', 'y', 'z'].map((name) => head.indexOf(name)), time: first(kTimeColumns), name: first(kNameColumns)};
}

// Without a heading: the first three numbers in turn, a name before or behind them, or a number behind them as the time.
function columnsOfCells(cells: string[]): Columns {
  const isNumber = (column: number) => numberOf(cells[column]) !== undefined;
  const from = cells.findIndex((_, column) => [0, 1, 2].every((k) => isNumber(column + k)));
  const x = Math.max(0, from), behind = x + 3;
  const hasNameBehind = x === 0 && cells.length > behind && !isNumber(behind);
  return {xyz: [x, x + 1, x + 2], name: x > 0 ? 0 : hasNameBehind ? behind : -1, time: isNumber(behind) ? behind : -1};
}

// Undefined if it is none. Between semicolons a comma may be the decimal point.
function numberOf(cell: string | undefined): number | undefined {
  const text = (cell ?? '').replace(/^(-?\d+),(\d+)$/, '$1.$2'), value = Number(text);
  return text === '' || !Number.isFinite(value) ? undefined : value;
}

// What stands between quotes is not cut; two quotes in it are one.
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '', isQuoted = false;
  for (let i = 0; i < line.length; ++i) {
    const letter = line[i];
    if (letter === '"' && isQuoted && line[i + 1] === '"') { cell += '"'; ++i; }
    else if (letter === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) { cells.push(cell.trim()); cell = ''; }
    else cell += letter;
  }
  cells.push(cell.trim());
  return separator === ' ' ? cells.filter((each) => each !== '') : cells;
}
