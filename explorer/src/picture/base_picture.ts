// The ground of the picture: the map's polygons. Two kinds: WebGL in three dimensions, and a flat one without WebGL.
import type {Overview} from '../map/overview';
import type {PolyColours} from '../map/poly_colours';
import type {GroundPieces} from '../map/ground_pieces';
import type {Surface} from '../map/surface';
import type {Chunk} from '../map/surface_chunks';
import type {Camera} from './camera';

export interface BaseStyle {
  background: string;
  edge: string;
  // [m] Only what lies between these heights is drawn; absolute.
  fromY: number;
  toY: number;
}

// Pieces of the ground in colours of their own, through which the ground can be seen. What lies above them hides them.
export interface LaidPieces {
  pieces: GroundPieces;
  // Red, green, blue of each piece.
  colours: Uint8Array;
  // [share]
  alpha: number;
}

export interface BasePicture {
  // It shows the map from above only.
  readonly isFlatOnly: boolean;
  readonly canvas: HTMLCanvasElement;
  reset(surface: Surface, colours: PolyColours, overview: Overview | undefined): void;
  // Chunks whose colours are among the colours' data by now.
  add(chunks: Chunk[]): void;
  remove(chunks: ReadonlySet<Chunk>): void;
  // Colours of chunks that were added have changed.
  coloursChanged(): void;
  overviewChanged(): void;
  // Undefined: none.
  lay(laid: LaidPieces | undefined): void;
  resize(width: number, height: number, pixelRatio: number): void;
  // Returns whether the picture is not finished, so that it has to be drawn again.
  draw(camera: Camera, style: BaseStyle): boolean;
}

// [css pixels] Edges are drawn if polygons are larger on the screen, on average.
export const kEdgesAbovePx = 7;
// [share]
export const kEdgeAlpha = 0.35;
// [css pixels] With smaller squares on the screen, the overview shows all that can be seen.
const kOverviewBelowPx = 1.3;

// `scale` in css pixels per metre.
export function isOverviewEnough(overview: Overview, scale: number): boolean { return overview.squareM * scale < kOverviewBelowPx; }
