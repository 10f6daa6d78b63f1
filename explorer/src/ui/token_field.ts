// Where the reader says who calls.
import {keepToken, readToken} from '../api/token';
import {element} from './elements';

// `used` is called when another token is to be tried.
export function tokenField(used: () => void): HTMLElement {
  const input = element('input', {type: 'password', 'aria-label': 'Token', placeholder: 'Token', autocomplete: 'off', spellcheck: 'false'});
  input.value = readToken();
  const form = element('form', {class: 'point'}, input, element('button', {type: 'submit'}, 'Use'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    keepToken(input.value.trim());
    used();
  });
  return form;
}
