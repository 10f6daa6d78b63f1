// Brings a map's surface onto the stage: whole, part by part, or, of a large map, squares first and polygons by view.
import type {DescribeMapResponse, MapVariant} from './api/messages';
import type {ByView, MapSource, SurfaceChoice} from './data/map_source';
import {toVec3} from './data/place';
import {ViewLoader} from './data/view_loader';
import {Surface, type Vec3} from './map/surface';
import type {Stage} from './picture/stage';

// [polygons] Larger maps are loaded by view.
const kPolysAtOnce = 60_000;
const kSquares = 50_000;
const kHaveSquares = ['SURFACE_KIND_NAVMESH', 'SURFACE_KIND_GRID', 'SURFACE_KIND_SCENES'];
// [ms] Polygons are asked for once the camera has rested so long.
const kRestMs = 150;

export class SurfaceLoading {
  private loader: ViewLoader | undefined;
  private lookTimer = 0;

  // `fail` is told of errors that come after `load` has resolved.
  constructor(private readonly source: MapSource, private readonly stage: Stage, private readonly fail: (error: unknown) => void) {}

  // The surface as the stage begins it: at once, or, if `keepsOld`, when its first part is there, so that what is shown stays if none
  // comes. It fills while `done` is awaited, which throws what the source throws.
  load(description: DescribeMapResponse, choice: SurfaceChoice, signal: AbortSignal, keepsOld: boolean,
       progress: (polys: number) => void): {surface: Surface; done: Promise<void>} {
    const {summary, variants, origin, areas} = description;
    const variant = (variants ?? []).find(({profile}) => profile === choice.profile) ?? variants?.[0];
    const polys = Number(variant?.surfaceSize ?? 0), min = toVec3(summary?.min), max = toVec3(summary?.max);
    const surface = new Surface(toVec3(origin), min.y - (origin?.y ?? 0), max.y - (origin?.y ?? 0));
    this.loader = undefined;
    let hasBegun = false;
    const begin = () => {
      if (!hasBegun) this.stage.begin(surface, areas ?? [], polys, min, max);
      hasBegun = true;
    };
    if (!keepsOld) begin();
    const isByView = polys > kPolysAtOnce && kHaveSquares.includes(summary?.surface ?? '');
    const done = this.source.byView && isByView ?
        this.loadByView(this.source.byView, choice, surface, variant, min, max, begin, signal) :
        this.source.loadSurface(choice, signal, (part) => {
          if (signal.aborted) return;
          begin();
          surface.add(part);
          this.stage.addPart(part);
          progress(surface.polyCount);
        });
    return {surface, done};
  }

  // The camera was moved: polygons may be wanted that are not there.
  lookSoon(): void {
    clearTimeout(this.lookTimer);
    this.lookTimer = setTimeout(() => this.loader?.look(this.stage.camera), kRestMs);
  }

  private async loadByView(byView: ByView, choice: SurfaceChoice, surface: Surface, variant: MapVariant | undefined, min: Vec3,
                           max: Vec3, begin: () => void, signal: AbortSignal): Promise<void> {
    const {part, cellM} = await byView.loadSquares(choice, Math.sqrt((variant?.areaM2 ?? 1) / kSquares), signal);
    if (signal.aborted) return;
    begin();
    surface.hasSquares = true;
    surface.add(part);
    const tileM = this.stage.addSquares(part);
    const {origin} = surface;
    this.loader = new ViewLoader(
        origin, relativeTo(origin, min), relativeTo(origin, max), tileM, cellM,
        ({minX, minZ, maxX, maxZ}) => byView.loadBox(
            choice, {x: minX + origin.x, y: min.y - 1, z: minZ + origin.z}, {x: maxX + origin.x, y: max.y + 1, z: maxZ + origin.z}, signal),
        (tile, parts) => {
          if (signal.aborted) return;
          for (const each of parts) surface.add(each);
          this.stage.addTile(tile, parts);
        },
        (error) => { if (!signal.aborted) this.fail(error); });
  }
}

function relativeTo(origin: Vec3, point: Vec3): Vec3 { return {x: point.x - origin.x, y: point.y - origin.y, z: point.z - origin.z}; }
