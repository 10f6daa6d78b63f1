// The page's conditions: inputs for them, and a line that says which of them the question of a view was asked with.
import {element, button, choiceField, folded, namesField, numberField, type ChoiceField, type NamesField, type NumberField} from '../ui/elements';
import type {ViewHost} from './view';

export class ConditionsForm {
  // Both are empty of what the map, or the world, does not have.
  readonly fields: HTMLElement;
  readonly line = element('div', {class: 'row conditions', hidden: ''});
  private readonly text = element('p', {class: 'quiet', role: 'status'});
  private readonly costProfile: ChoiceField = choiceField('Cost profile', [['', 'length']], () => this.take());
  private readonly areaCosts = element('div', {class: 'costs'});
  private areaFields: [string, NumberField][] = [];
  private readonly closedDoors: NamesField = namesField('Closed doors', () => this.take());
  private readonly openedDoors: NamesField = namesField('Opened doors', () => this.take());
  private readonly requirements: NamesField = namesField('Requirements met', () => this.take());
  private readonly closedPortals: NamesField = namesField('Closed portals', () => this.take());
  private readonly money: NumberField = numberField('Money', undefined, '', () => this.take(), {min: 0});
  private readonly portals = element('div', {class: 'costs'}, this.money.row, this.requirements.group, this.closedPortals.group);

  // `change` is called when the reader has changed a condition.
  constructor(private readonly host: ViewHost, private readonly change: () => void) {
    this.fields = folded('Doors, costs and portals', this.costProfile.row, this.areaCosts, this.closedDoors.group, this.openedDoors.group, this.portals);
    this.line.append(this.text, button('Clear', () => this.clear(), {'aria-label': 'Clear what questions are asked with'}));
  }

  mapOpened(): void {
    const {description, world} = this.host, portals = world?.portals ?? [];
    this.costProfile.setChoices([['', 'length'], ...(description?.costProfiles ?? []).map((name): [string, string] => [name, name])]);
    this.areaFields = (description?.areas ?? []).map(({name = ''}) => [
      name, numberField(`Cost of ${name}`, undefined, '× (0 closes it)', () => this.take(), {min: 0, max: 1000}),
    ]);
    this.areaCosts.replaceChildren(...this.areaFields.map(([, field]) => field.row));
    // Doors that are closed anyway can be opened, the others closed.
    const closed = new Set((description?.describedDoors ?? []).filter(({isClosed}) => isClosed).map(({name}) => name));
    const doors = description?.doors ?? [];
    this.closedDoors.setNames(doors.filter((name) => !closed.has(name)));
    this.openedDoors.setNames(doors.filter((name) => closed.has(name)));
    this.requirements.setNames([...new Set(portals.map(({requirement}) => requirement ?? '').filter((name) => name !== ''))].sort());
    this.closedPortals.setNames(portals.map(({name}) => name ?? ''));
    this.portals.hidden = portals.length === 0;
    this.show();
  }

  // Call it when conditions have changed otherwise than here.
  show(): void {
    const {conditions} = this.host, of = conditions.of(this.host.mapId), {closed, metRequirements, money} = conditions.portals;
    this.costProfile.value = of.costProfile;
    for (const [area, field] of this.areaFields) field.value = of.areaCosts.get(area);
    this.closedDoors.value = [...of.closedDoors];
    this.openedDoors.value = [...of.openedDoors];
    this.requirements.value = metRequirements;
    this.closedPortals.value = closed;
    this.money.value = money > 0 ? money : undefined;
  }

  // `leftOut`: what of these and of who walks a view cannot ask with.
  showLine(maps: readonly string[], leftOut: readonly string[]): void {
    const {asked, notAsked} = this.host.conditions.told(maps), without = [...notAsked, ...leftOut];
    const text = [asked.length > 0 ? `Asked with ${asked.join('; ')}.` : '', without.length > 0 ? `Not asked with ${without.join('; ')}.` : '']
        .filter((sentence) => sentence !== '').join(' ');
    if (this.text.textContent !== text) this.text.textContent = text;
    this.line.hidden = text === '' || maps.length === 0;
  }

  private take(): void {
    const {conditions} = this.host, of = conditions.of(this.host.mapId);
    of.costProfile = this.costProfile.value;
    of.areaCosts = new Map(this.areaFields.flatMap(([area, field]) => (field.value === undefined ? [] : [[area, field.value]])));
    of.closedDoors = new Set(this.closedDoors.value);
    of.openedDoors = new Set(this.openedDoors.value);
    conditions.portals = {closed: this.closedPortals.value, metRequirements: this.requirements.value, money: this.money.value ?? 0};
    this.change();
  }

  private clear(): void {
    this.host.conditions.clear();
    this.show();
    this.change();
  }
}
