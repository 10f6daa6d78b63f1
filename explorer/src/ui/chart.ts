// Small charts as SVG elements.
export interface ChartLine {
  colour: string;
  // x, and a share of 0 to 1.
  points: [number, number][];
}

const kWidth = 300, kHeight = 120, kLeft = 40, kBottom = 22, kTop = 8;

function svg(tag: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

export function lineChart(title: string, unit: string, lines: ChartLine[]): SVGElement {
  const maxX = Math.max(1, ...lines.flatMap(({points}) => points.map(([x]) => x)));
  const toX = (x: number) => kLeft + x / maxX * (kWidth - kLeft - 6), toY = (share: number) => kHeight - kBottom - share * (kHeight - kBottom - kTop);
  const chart = svg('svg', {viewBox: `0 0 ${kWidth} ${kHeight}`, class: 'chart', role: 'img', 'aria-label': title});
  for (const share of [0, 0.5, 1]) {
    chart.append(svg('line', {x1: kLeft, x2: kWidth - 6, y1: toY(share), y2: toY(share), class: 'grid'}),
                 svg('text', {x: kLeft - 6, y: toY(share) + 4, 'text-anchor': 'end'}, `${share * 100} %`));
  }
  for (const share of [0, 0.5, 1]) {
    chart.append(svg('text', {x: toX(share * maxX), y: kHeight - 5, 'text-anchor': share === 0 ? 'start' : share === 1 ? 'end' : 'middle'},
                     `${Math.round(share * maxX).toLocaleString('en')} ${unit}`));
  }
  for (const {colour, points} of lines) {
    const path = points.map(([x, share], i) => `${i === 0 ? 'M' : 'L'}${toX(x).toFixed(1)} ${toY(share).toFixed(1)}`).join('');
    chart.append(svg('path', {d: path, fill: 'none', stroke: colour, 'stroke-width': 2}));
  }
  return chart;
}

// One bar for each row, with its count.
export function bars(title: string, rows: {label: string; count: number; colour: string}[]): HTMLElement {
  const most = Math.max(1, ...rows.map(({count}) => count));
  const list = document.createElement('ul');
  list.className = 'bars';
  list.setAttribute('aria-label', title);
  for (const row of rows) {
    const item = document.createElement('li'), label = document.createElement('span'), bar = document.createElement('span'),
          number = document.createElement('span');
    label.textContent = row.label;
    bar.className = 'bar';
    bar.style.width = `${row.count / most * 100}%`;
    bar.style.backgroundColor = row.colour;
    number.textContent = row.count.toLocaleString('en');
    const track = document.createElement('span');
    track.className = 'track';
    track.append(bar);
    item.append(label, track, number);
    list.append(item);
  }
  return list;
}
