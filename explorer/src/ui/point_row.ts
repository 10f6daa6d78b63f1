// A line of a form that holds one place: set by a click on the map, or typed.
import {readTyped, writeXyz, type Place, type PlaceNames} from '../data/place';
import {button, element} from './elements';

export interface PointRowOptions {
  label: string;
  // A class that gives the letter its colour.
  kind: string;
  letter: string;
  place: Place | undefined;
  // The map that is open, and what may be typed in place of a position.
  mapId: string;
  names: PlaceNames;
  // Places of other maps are refused.
  isHereOnly?: boolean;
  change(place: Place | undefined): void;
}

export function pointRow(options: PointRowOptions): HTMLElement {
  const {label, place, mapId} = options;
  const isElsewhere = place !== undefined && place.mapId !== mapId;
  const input = element('input', {type: 'text', 'aria-label': label, placeholder: `${label}: click, or type x, y, z or a name`,
                                  autocomplete: 'off', spellcheck: 'false'});
  const fault = element('span', {class: 'fault', role: 'status'});
  if (place) input.value = writeXyz(place).replaceAll(',', ', ') + (isElsewhere ? ` @${place.mapId}` : '');
  const tell = (wrong: string) => {
    input.setAttribute('aria-invalid', String(wrong !== ''));
    // What was right before stays in force.
    fault.textContent = wrong === '' ? '' : `${label}: ${wrong}`;
  };
  input.addEventListener('change', async () => {
    const {value} = input;
    try {
      const typed = value.trim() === '' ? undefined : await readTyped(value, mapId, options.names, options.isHereOnly);
      // Something else may have been set meanwhile.
      if (input.value !== value || !input.isConnected) return;
      tell(typeof typed === 'string' ? typed : '');
      if (typeof typed !== 'string') options.change(typed);
    } catch (error) {
      tell((error as Error).message);
    }
  });
  return element('div', {class: 'point'}, element('span', {class: `pin ${options.kind}`, 'aria-hidden': 'true'}, options.letter), input,
                 place && button('×', () => options.change(undefined), {'aria-label': `Remove ${label}`, class: 'plain'}), fault);
}
