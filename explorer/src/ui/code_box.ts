// The box that shows the last request as code.
import {button, element, folded, switcher} from './elements';
import {codeFor, kLanguages, type AskedRequest, type Language, type Served} from './code';

export class CodeBox {
  private readonly code = element('code');
  private readonly copied = element('span', {class: 'quiet', role: 'status'});
  private language: Language = 'curl';
  private asked: AskedRequest | undefined;
  private served: Served | undefined;
  readonly element = folded(
      'This request as code',
      switcher('Language', kLanguages.map((name) => [name, name]), this.language,
               (name) => { this.language = name as Language; this.refresh(); }).row,
      element('pre', {tabindex: '0', 'aria-label': 'Code'}, this.code),
      element('div', {class: 'row'}, button('Copy', () => void this.copy()), this.copied));

  constructor() { this.element.addEventListener('toggle', () => { if (this.asked && !this.served) void this.askServer(); }); }

  show(asked: AskedRequest | undefined): void {
    this.asked = asked;
    this.element.hidden = asked === undefined;
    this.refresh();
  }

  private refresh(): void {
    this.code.textContent = this.asked ? codeFor(this.asked, this.language, this.served) : '';
    this.copied.textContent = '';
  }

  private async askServer(): Promise<void> {
    try {
      const response = await fetch('/explorer.json');
      if (response.ok) this.served = await response.json() as Served;
    } catch {
      // The code says then that the port is a guess.
    }
    this.refresh();
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.code.textContent ?? '');
      this.copied.textContent = 'copied';
    } catch {
      getSelection()?.selectAllChildren(this.code);
      this.copied.textContent = 'selected';
    }
  }
}
