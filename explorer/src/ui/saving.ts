// Files that the page hands to the reader.
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// What the style sheet says of a drawing of the page's own stands in the file itself.
const kStyles = [
  'fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline',
  'paint-order',
];

export interface SvgFile {text: string; width: number; height: number}

// An `svg` element of the page as a file of the size that it has on the screen.
export function svgFileOf(svg: SVGSVGElement, background: string): SvgFile {
  const copy = svg.cloneNode(true) as SVGSVGElement, {width, height} = svg.getBoundingClientRect();
  const shown = [...svg.querySelectorAll('*')];
  copy.querySelectorAll('*').forEach((each, i) => {
    const style = getComputedStyle(shown[i]);
    for (const name of kStyles) each.setAttribute(name, style.getPropertyValue(name));
  });
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const ground = document.createElementNS(svg.namespaceURI, 'rect'), {x, y, width: across, height: down} = svg.viewBox.baseVal;
  // The window may be wider, or higher, than what it shows.
  const attributes = {x: x - across * 4, y: y - down * 4, width: across * 9, height: down * 9, fill: background};
  for (const [name, value] of Object.entries(attributes)) ground.setAttribute(name, String(value));
  copy.prepend(ground);
  return {text: new XMLSerializer().serializeToString(copy), width, height};
}

export async function pngOf({text, width, height}: SvgFile): Promise<Blob> {
  const image = new Image(), canvas = document.createElement('canvas'), scale = Math.min(2, devicePixelRatio);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return pngOfCanvas(canvas);
}

export function pngOfCanvas(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be written'))), 'image/png');
  });
}

export function saveText(text: string, type: string, name: string): void { saveBlob(new Blob([text], {type}), name); }
