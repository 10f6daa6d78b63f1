// Small helpers that make HTML elements. Styles are classes only: the page's policy forbids inline ones.

type Child = Node | string | undefined | false;

export function element<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag, attributes: Record<string, string> = {}, ...children: Child[]): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  for (const child of children) if (child !== undefined && child !== false) made.append(child);
  return made;
}

export function button(text: string, act: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const made = element('button', {type: 'button', ...attributes}, text);
  made.addEventListener('click', act);
  return made;
}

let nextId = 0;

// A field with its label before it, and its unit behind.
function labelled(label: string, field: HTMLElement, unit = ''): HTMLElement {
  field.id ||= `field-${++nextId}`;
  return element('div', {class: 'field'}, element('label', {for: field.id}, label),
                 element('span', {class: 'value'}, field, unit !== '' && element('span', {class: 'unit'}, unit)));
}

// [ms] What is typed is taken once typing rests so long, or by Enter or Tab.
const kTypedAfterMs = 300;

export interface NumberField {
  readonly row: HTMLElement;
  // Undefined: left empty.
  value: number | undefined;
  // Says why it does not count, and lets nobody change it; empty: it counts.
  refuse(why: string): void;
}

export function numberField(label: string, value: number | undefined, unit: string, change: () => void,
                            limits: {min?: number; max?: number; step?: number} = {}): NumberField {
  const {min, max, step} = limits, fault = element('span', {class: 'fault', role: 'status'});
  const input = element('input', {type: 'number', step: String(step ?? 'any')});
  if (min !== undefined) input.min = String(min);
  if (max !== undefined) input.max = String(max);
  const range = min !== undefined && max !== undefined ? ` from ${count(min)} to ${count(max)}` : min !== undefined ? ` of ${min} or more` : '';
  const wanted = `${label}: a ${step === 1 ? 'whole ' : ''}number${range}`;
  // What was wrong is said, and what was right before it stays in force.
  let taken = value, timer = 0, refusal = '';
  const show = (isRight: boolean) => {
    input.setAttribute('aria-invalid', String(!isRight));
    fault.textContent = isRight ? refusal : wanted;
    fault.classList.toggle('refusal', isRight);
  };
  const put = (next: number | undefined) => {
    clearTimeout(timer);
    taken = next;
    input.value = next === undefined ? '' : String(next);
    show(true);
  };
  put(value);
  const take = () => {
    clearTimeout(timer);
    const {badInput, rangeUnderflow, rangeOverflow, stepMismatch} = input.validity;
    const isRight = !(badInput || rangeUnderflow || rangeOverflow || (step === 1 && stepMismatch));
    show(isRight);
    const next = input.value === '' ? undefined : input.valueAsNumber;
    if (!isRight || next === taken) return;
    taken = next;
    change();
  };
  input.addEventListener('change', take);
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(take, kTypedAfterMs);
  });
  const row = labelled(label, input, unit);
  row.append(fault);
  return {
    row,
    get value() { return taken; },
    set value(next) { put(next); },
    refuse(why) {
      if (why === refusal) return;
      refusal = why;
      input.disabled = why !== '';
      put(taken);
    },
  };
}

export interface ChoiceField {
  readonly row: HTMLElement;
  value: string;
  setChoices(choices: [value: string, text: string][]): void;
  // Whether one of them can be chosen.
  offer(value: string, isOffered: boolean): void;
}

export function choiceField(label: string, choices: [value: string, text: string][], change: () => void): ChoiceField {
  const select = element('select');
  const setChoices = (next: [string, string][]) => {
    const kept = select.value;
    select.replaceChildren(...next.map(([value, text]) => element('option', {value}, text)));
    if (next.some(([value]) => value === kept)) select.value = kept;
  };
  setChoices(choices);
  select.addEventListener('change', change);
  return {
    row: labelled(label, select),
    get value() { return select.value; },
    // What is no choice, from a damaged link, is the first one.
    set value(next) {
      select.value = next;
      if (select.selectedIndex < 0) select.selectedIndex = 0;
    },
    setChoices,
    offer(offered, isOffered) {
      for (const option of select.options) if (option.value === offered) option.disabled = !isOffered;
    },
  };
}

export interface CheckField {
  readonly row: HTMLElement;
  value: boolean;
}

export function checkField(label: string, value: boolean, change: () => void): CheckField {
  const input = element('input', {type: 'checkbox'});
  input.checked = value;
  input.addEventListener('change', change);
  return {
    row: element('label', {class: 'check'}, input, element('span', {}, label)),
    get value() { return input.checked; },
    set value(next) { input.checked = next; },
  };
}

// A set of names to be checked, such as abilities or doors.
export interface NamesField {
  readonly group: HTMLElement;
  value: string[];
  setNames(names: string[]): void;
  // Whether it is checked, without looking at the others.
  has(name: string): boolean;
}

export function namesField(title: string, change: () => void): NamesField {
  const list = element('div', {class: 'checks'});
  const group = element('fieldset', {}, element('legend', {}, title), list);
  let fields = new Map<string, CheckField>();
  let wanted: string[] = [];
  const made: NamesField = {
    group,
    get value() { return [...fields].filter(([, field]) => field.value).map(([name]) => name); },
    set value(names) {
      wanted = names;
      const checked = new Set(names);
      for (const [name, field] of fields) field.value = checked.has(name);
    },
    setNames(names) {
      const checked = new Set(fields.size > 0 ? made.value : wanted);
      fields = new Map(names.map((name) => [name, checkField(name, checked.has(name), change)]));
      list.replaceChildren(...[...fields.values()].map(({row}) => row));
      group.hidden = names.length === 0;
    },
    has(name) { return fields.get(name)?.value ?? false; },
  };
  made.setNames([]);
  return made;
}

// Options that are folded away until asked for.
export function folded(title: string, ...children: Child[]): HTMLDetailsElement {
  return element('details', {}, element('summary', {}, title), ...children);
}

export interface Switcher {
  readonly row: HTMLElement;
  value: string;
  // Whether one of them is there to be pressed.
  offer(value: string, isOffered: boolean): void;
}

// Buttons of which one is pressed.
export function switcher(label: string, choices: [value: string, text: string][], start: string,
                         change: (value: string) => void): Switcher {
  const buttons = choices.map(([value, text]) => button(text, () => { show(value); change(value); }, {'data-value': value}));
  let current = start;
  const show = (value: string) => {
    current = value;
    for (const made of buttons) made.setAttribute('aria-pressed', String(made.dataset.value === value));
  };
  show(start);
  return {
    row: element('div', {class: 'switcher', role: 'group', 'aria-label': label}, ...buttons),
    get value() { return current; },
    set value(next) { show(choices.some(([value]) => value === next) ? next : start); },
    offer(offered, isOffered) { for (const made of buttons) if (made.dataset.value === offered) made.hidden = !isOffered; },
  };
}

// Names with figures, as a list of two columns.
// The third tells what a name means, for the mouse that rests on it.
export function figures(rows: [name: string, value: string | undefined, means?: string][]): HTMLElement {
  const list = element('dl', {class: 'figures'});
  for (const [name, value, means] of rows) {
    if (value === undefined || value === '') continue;
    list.append(element('div', means === undefined ? {} : {title: means, class: 'explained'}, element('dt', {}, name), element('dd', {}, value)));
  }
  return list;
}

// 'wrapping': its cells may take several lines, so that it needs no more width than there is.
export function table(heads: string[], rows: (string | Node)[][], label: string, kind: '' | 'wrapping' = ''): HTMLElement {
  const head = element('tr', {}, ...heads.map((text) => element('th', {scope: 'col'}, text)));
  const body = element('tbody');
  for (const row of rows) body.append(element('tr', {}, ...row.map((cell) => element('td', {}, cell))));
  return element('div', {class: `table ${kind}`, tabindex: '0', role: 'region', 'aria-label': label},
                 element('table', {}, element('thead', {}, head), body));
}

// A verdict in a word: good, bad or between.
export function badge(text: string, kind: 'good' | 'bad' | 'warn' | 'quiet'): HTMLElement {
  return element('span', {class: `badge ${kind}`}, text);
}
export function metres(value: number | undefined, digits = 1): string { return `${(value ?? 0).toFixed(digits)} m`; }
export function count(value: number | string | undefined): string { return Number(value ?? 0).toLocaleString('en'); }
export function percent(share: number | undefined): string { return `${((share ?? 0) * 100).toFixed(1)} %`; }
export function microseconds(us: number): string {
  return us < 1000 ? `${us.toFixed(0)} µs` : `${(us / 1000).toFixed(us < 10_000 ? 2 : 1)} ms`;
}
