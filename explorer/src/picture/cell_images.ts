// The images of a grid's chunks: painted when they are first shown, kept while there is room, painted anew when colours change.
import {paintCells, type CellImage, type Grid} from '../map/grid_cells';
import type {PolyColours} from '../map/poly_colours';
import type {Chunk} from '../map/surface_chunks';

// [cells] If there are more, those that are not shown are dropped. Each takes 4 bytes here, and 4 on a graphics card.
const kCellsKept = 12_000_000;

interface Kept<Drawn> {
  drawn: Drawn;
  cells: number;
  isStale: boolean;
}

// `Drawn` is what a picture makes of an image.
export class CellImages<Drawn> {
  private readonly kept = new Map<Chunk, Kept<Drawn>>();
  private cells = 0;

  constructor(private readonly grid: Grid, private readonly colours: PolyColours, private readonly make: (image: CellImage) => Drawn,
              private readonly drop: (drawn: Drawn) => void) {}

  // As it was painted last; undefined: not yet.
  of(chunk: Chunk): Drawn | undefined { return this.kept.get(chunk)?.drawn; }

  // It is there, in the colours of now.
  isFresh(chunk: Chunk): boolean { return this.kept.get(chunk)?.isStale === false; }

  paint(chunk: Chunk): Drawn {
    this.remove(chunk);
    const image = paintCells(chunk, this.grid, this.colours), cells = image.columns * image.rows, drawn = this.make(image);
    this.kept.set(chunk, {drawn, cells, isStale: false});
    this.cells += cells;
    return drawn;
  }

  coloursChanged(): void { for (const each of this.kept.values()) each.isStale = true; }

  remove(chunk: Chunk): void {
    const old = this.kept.get(chunk);
    if (!old) return;
    this.kept.delete(chunk);
    this.cells -= old.cells;
    this.drop(old.drawn);
  }

  forEach(visit: (chunk: Chunk, drawn: Drawn) => void): void { for (const [chunk, {drawn}] of this.kept) visit(chunk, drawn); }

  // Makes room, if all is used.
  trim(shown: ReadonlySet<Chunk>): void {
    if (this.cells <= kCellsKept) return;
    for (const chunk of [...this.kept.keys()]) if (!shown.has(chunk)) this.remove(chunk);
  }
}
