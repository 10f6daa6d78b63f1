// A line over the picture that stays until it is closed or something else is done.
import {button, element} from './elements';

export class Notice {
  private readonly text = element('span', {role: 'status'});
  readonly element = element('div', {class: 'notice'}, this.text, button('×', () => this.hide(), {class: 'plain', 'aria-label': 'Close this message'}));

  constructor() { this.element.hidden = true; }

  say(text: string): void {
    this.text.textContent = text;
    this.element.hidden = false;
  }

  hide(): void {
    this.text.textContent = '';
    this.element.hidden = true;
  }
}
