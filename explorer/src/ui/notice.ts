// A line over the picture that stays until it is closed or something else is done.
import {button, element} from './elements';

export class Notice {
  private readonly text = element('span', {role: 'status'});
  readonly element = element('div', {class: 'notice'}, this.text, button('×', () => this.hide(), {class: 'plain', 'aria-label': 'Close this message'}));

  private isPassing = false;

  constructor() { this.element.hidden = true; }

  // A passing one goes as soon as something else was done.
  say(text: string, isPassing = false): void {
    this.text.textContent = text;
    this.element.hidden = false;
    this.isPassing = isPassing;
  }

  // Something was done.
  pass(): void {
    if (this.isPassing) this.hide();
  }

  hide(): void {
    this.text.textContent = '';
    this.element.hidden = true;
    this.isPassing = false;
  }
}
