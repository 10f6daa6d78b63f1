// The ground of the picture: the map's polygons. Two kinds: WebGL in three dimensions, and a flat one without WebGL.
import type {PolyColours} from '../map/poly_colours';
import type {Surface} from '../map/surface';
import type {Chunk, ChunkSizes} from '../map/surface_chunks';
import type {Camera} from './camera';

export interface BaseStyle {
  background: string;
  edge: string;
  // [m] Only what lies between these heights is drawn; absolute.
  fromY: number;
  toY: number;
  // The camera moves: what is quick counts more than what is fine.
  isMoving: boolean;
}

export interface BasePicture {
  readonly canvas: HTMLCanvasElement;
  reset(surface: Surface, colours: PolyColours, sizes: ChunkSizes): void;
  add(chunks: Chunk[]): void;
  // The colours' data have changed.
  coloursChanged(): void;
  resize(width: number, height: number, pixelRatio: number): void;
  // Returns whether the picture is not finished, so that it has to be drawn again.
  draw(camera: Camera, style: BaseStyle): boolean;
  // Frees what belongs to the picture.
  dispose(): void;
}
