// A place for a file: chosen by a button, or dropped anywhere on the page while it is shown.
import {element} from './elements';

export function fileDrop(label: string, take: (text: string, name: string) => void): HTMLElement {
  const input = element('input', {type: 'file', accept: '.csv,.tsv,.txt,text/csv,text/plain', class: 'file'});
  const zone = element('label', {class: 'drop'}, element('span', {}, label), input);
  const read = async (file: File | undefined) => { if (file) take(await file.text(), file.name); };
  input.addEventListener('change', () => { void read(input.files?.[0]); input.value = ''; });
  addEventListener('dragover', (event) => { if (zone.checkVisibility()) event.preventDefault(); });
  addEventListener('drop', (event) => {
    if (!zone.checkVisibility()) return;
    event.preventDefault();
    void read(event.dataTransfer?.files[0]);
  });
  return zone;
}
