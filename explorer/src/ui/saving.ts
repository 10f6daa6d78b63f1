// Files that the page hands to the reader.
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function saveText(text: string, type: string, name: string): void { saveBlob(new Blob([text], {type}), name); }
