// A line of a form that holds one place: set by a click on the map, or typed.
import type {DescribedPlace} from '../api/messages';
import {readPlace, toVec3, writeXyz, type Place} from '../data/place';
import {button, element} from './elements';

export interface PointRowOptions {
  label: string;
  // A class that gives the letter its colour.
  kind: string;
  letter: string;
  place: Place | undefined;
  // The map that is open, and its named places.
  mapId: string;
  names: readonly DescribedPlace[];
  change(place: Place | undefined): void;
}

export function pointRow(options: PointRowOptions): HTMLElement {
  const {label, place, mapId} = options;
  const isElsewhere = place !== undefined && place.mapId !== mapId;
  const input = element('input', {type: 'text', 'aria-label': label, placeholder: `${label}: click, or type x, y, z`,
                                  autocomplete: 'off', spellcheck: 'false'});
  if (place) input.value = writeXyz(place).replaceAll(',', ', ') + (isElsewhere ? ` @${place.mapId}` : '');
  input.addEventListener('change', () => {
    const named = options.names.find(({name}) => name === input.value.trim());
    const typed = named ? {...toVec3(named.position), mapId} : readPlace(input.value.replaceAll(' @', '@'), mapId);
    input.setAttribute('aria-invalid', String(typed === undefined && input.value !== ''));
    if (typed || input.value === '') options.change(typed);
  });
  return element('div', {class: 'point'}, element('span', {class: `pin ${options.kind}`, 'aria-hidden': 'true'}, options.letter), input,
                 place && button('×', () => options.change(undefined), {'aria-label': `Remove ${label}`, class: 'plain'}));
}
