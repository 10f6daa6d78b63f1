// The ground as SVG elements: the polygons as the picture from above shows them.
import {piecesOn} from '../map/ground_pieces';
import type {PolyColours} from '../map/poly_colours';
import type {Vec3} from '../map/surface';
import {inOrderOfHeight, meanPolySideM, type Chunk} from '../map/surface_chunks';
import {kEdgeAlpha, kEdgesAbovePx, type BaseStyle, type LaidPieces} from './base_picture';
import type {Camera} from './camera';

// `origin`: what the chunks are relative to; `laid`: what lies on the polygons.
export function groundAsSvg(chunks: readonly Chunk[], origin: Vec3, colours: PolyColours, camera: Camera, style: BaseStyle,
                            laid: LaidPieces | undefined): string {
  const hasEdges = meanPolySideM(chunks) * camera.pixelsPerM > kEdgesAbovePx;
  const edge = `stroke="${style.edge}" stroke-opacity="${kEdgeAlpha}" stroke-width="0.7"`;
  const outline = (c: Float32Array, first: number, end: number) => {
    const corners: string[] = [];
    for (let k = first * 3; k < end * 3; k += 3) {
      const p = camera.project({x: origin.x + c[k], y: origin.y + c[k + 1], z: origin.z + c[k + 2]});
      corners.push(`${p.x.toFixed(1)} ${p.y.toFixed(1)}`);
    }
    return `M${corners.join('L')}Z`;
  };
  const paths: string[] = [];
  for (const {part: {cornersXyz, firstCorner, firstIndex}, polys} of inOrderOfHeight(chunks)) {
    for (const i of polys) {
      const y = origin.y + cornersXyz[firstCorner[i] * 3 + 1], at = (firstIndex + i) * 4;
      if (y < style.fromY || y > style.toY) continue;
      const [r, g, b] = colours.data.subarray(at, at + 3), colour = `#${(r << 16 | g << 8 | b).toString(16).padStart(6, '0')}`;
      // A line of the same colour closes the seams that smoothing leaves between polygons.
      paths.push(`<path d="${outline(cornersXyz, firstCorner[i], firstCorner[i + 1])}" fill="${colour}" ` +
                 `${hasEdges ? edge : `stroke="${colour}" stroke-width="0.5"`}/>`);
      if (laid) paths.push(...piecesAsSvg(laid, firstIndex + i, outline));
    }
  }
  return paths.join('\n');
}

function piecesAsSvg({pieces, colours, alpha}: LaidPieces, poly: number, outline: (c: Float32Array, first: number, end: number) => string): string[] {
  const {first, end} = piecesOn(pieces, poly), {cornersXyz, firstCorner} = pieces;
  return Array.from({length: end - first}, (_, n) => {
    const i = first + n;
    return `<path d="${outline(cornersXyz, firstCorner[i], firstCorner[i + 1])}" fill="rgb(${colours.slice(3 * i, 3 * i + 3).join(' ')})" fill-opacity="${alpha}"/>`;
  });
}
