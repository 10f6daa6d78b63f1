// What the tool Close has painted, floor by floor, and what it would paint next.
import {closedFloors, kLeastAboveM, kMostAboveM, kMostBelowM, toldHeights, type ClosedFloor, type Closure} from '../data/closures';
import {button, element, numberField} from '../ui/elements';

interface Row {
  readonly element: HTMLElement;
  show(floor: ClosedFloor): void;
}

export class ClosuresForm {
  readonly element = element('div', {class: 'costs'});
  private readonly next = element('p', {class: 'quiet', role: 'status'});
  private readonly list = element('div', {class: 'costs', role: 'group', 'aria-label': 'Closed floors'});
  private rows: Row[] = [];
  private floors: ClosedFloor[] = [];

  // `change` is called when the reader has changed heights, `open` with closures to be taken away.
  constructor(private readonly change: () => void, private readonly open: (closures: readonly Closure[]) => void) {
    this.element.append(this.next, this.list);
  }

  show(closures: readonly Closure[]): void {
    this.floors = closedFloors(closures);
    // Rows stay while their floors do: the reader may be typing into one.
    while (this.rows.length > this.floors.length) this.rows.pop();
    while (this.rows.length < this.floors.length) this.rows.push(this.makeRow(this.rows.length));
    this.list.replaceChildren(...this.rows.map((row) => row.element));
    this.rows.forEach((row, i) => row.show(this.floors[i]));
  }

  // What a stroke would close: ground between these heights. [m] Infinite: no limit.
  showHeights(fromY: number, toY: number): void {
    const isAll = fromY === -Infinity && toY === Infinity;
    const text = isAll ? 'Strokes close the topmost ground. To close a floor below it, show that floor only: What is drawn, Heights.' :
        `Strokes close the topmost of the ground that is shown${fromY === -Infinity ? '' : `, from ${fromY.toFixed(1)} m`}${toY === Infinity ? '' : `, up to ${toY.toFixed(1)} m`}.`;
    if (this.next.textContent !== text) this.next.textContent = text;
  }

  private makeRow(i: number): Row {
    const said = element('span', {}), of = ` of closed floor ${i + 1}`;
    const set = (values: Partial<Closure>) => {
      for (const closure of this.floors[i].closures) Object.assign(closure, values);
      this.change();
    };
    const below = numberField('Closed below it', undefined, 'm', () => { if (below.value !== undefined) set({belowM: below.value}); }, {min: 0, max: kMostBelowM, step: 0.1});
    const above = numberField('Closed above it', undefined, 'm', () => { if (above.value !== undefined) set({aboveM: above.value}); },
                              {min: kLeastAboveM, max: kMostAboveM, step: 0.1});
    below.row.querySelector('input')!.setAttribute('aria-label', `Closed below the ground${of}`);
    above.row.querySelector('input')!.setAttribute('aria-label', `Closed above the ground${of}`);
    const row = element('div', {class: 'closed-floor'}, element('div', {class: 'row'}, said, button('Open', () => this.open(this.floors[i].closures), {'aria-label': `Open again all${of}`})),
                        below.row, above.row);
    return {
      element: row,
      show: (floor) => {
        const {closures, groundFromY, groundToY} = floor;
        const ground = groundToY - groundFromY < 0.05 ? groundToY.toFixed(1) : `${groundFromY.toFixed(1)} to ${groundToY.toFixed(1)}`;
        said.textContent = `Ground at ${ground} m: ${closures.length === 1 ? 'a circle' : `${closures.length} circles`}, closed ${toldHeights(floor)}`;
        const [{belowM, aboveM}] = closures;
        if (below.value !== belowM) below.value = belowM;
        if (above.value !== aboveM) above.value = aboveM;
      },
    };
  }
}
