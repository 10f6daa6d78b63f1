// Where the reader says who calls.
import {keepToken, readToken} from '../api/token';
import {button, element} from './elements';

// `used` is called when another token is to be tried.
export function tokenField(used: () => void): HTMLElement {
  const input = element('input', {type: 'password', 'aria-label': 'Token', placeholder: 'Token', autocomplete: 'off', spellcheck: 'false'});
  input.value = readToken();
  const use = () => { keepToken(input.value.trim()); used(); };
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter') use(); });
  return element('div', {class: 'point'}, input, button('Use', use));
}
