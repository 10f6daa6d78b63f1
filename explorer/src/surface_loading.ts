// Brings a map's surface onto the stage: whole, part by part, or, of a large map, squares first and polygons by view.
import type {DescribeMapResponse, MapVariant} from './api/messages';
import type {ByView, MapSource, SurfaceChoice} from './data/map_source';
import {toVec3} from './data/place';
import {cornersOf, relativeTo, TakenPolys, ViewLoader} from './data/view_loader';
import {gridOf} from './map/grid_cells';
import {polyCorners, Surface, withOnly, type Beyond, type SurfacePart, type Vec3} from './map/surface';
import {nextTask} from './next_task';
import type {Camera} from './picture/camera';
import type {Stage} from './picture/stage';

// [polygons] Larger maps are loaded by view.
const kPolysAtOnce = 60_000;
const kSquares = 50_000;
// [css pixels] Squares that look larger than that make way for polygons; those of a grid always do, or its walls would not be seen.
const kFineAbovePx = 5;
// [polygons] No more than about so many are asked for to fill the picture.
const kPolysInPicture = 400_000;
// [polygons] With more, memory would be short.
const kMostPolys = 1_500_000;
const kHaveSquares = ['SURFACE_KIND_NAVMESH', 'SURFACE_KIND_GRID', 'SURFACE_KIND_SCENES'];
// [ms] Polygons are asked for once the camera has rested so long.
const kRestMs = 150;

// Whether the map is too large to be loaded whole.
export function isByView(description: DescribeMapResponse, choice: SurfaceChoice): boolean {
  return Number(variantOf(description, choice)?.surfaceSize ?? 0) > kPolysAtOnce && kHaveSquares.includes(description.summary?.surface ?? '');
}

export function variantOf({variants}: DescribeMapResponse, {profile}: SurfaceChoice): MapVariant | undefined {
  return (variants ?? []).find((variant) => variant.profile === profile) ?? variants?.[0];
}

// Areas of scenes, and who has a place there. To others the air would be a lid over the ground.
const kOpenAreas = [['open_water', 'swim'], ['open_air', 'fly']];

// Water and air that nobody with these abilities has a place in, still without polygons.
export function beyondFor(abilities: readonly string[], {summary, areas = []}: DescribeMapResponse): Beyond[] {
  if (summary?.surface !== 'SURFACE_KIND_SCENES') return [];
  return kOpenAreas.filter(([, ability]) => !abilities.includes(ability)).flatMap(([name, ability]) =>
      areas.filter((area) => area.name === name).map(({index = 0}) => ({area: index, name, ability, polys: []})));
}

// Puts aside what of a part lies in water or air.
function addBeyond(beyond: readonly Beyond[], part: SurfacePart, origin: Vec3): void {
  for (const {area, polys} of beyond) part.areas.forEach((each, i) => { if (each === area) polys.push(polyCorners(part, i, origin)); });
}

// Drops polygons of water and air that nobody with these abilities has a place in.
export function usableBy(abilities: readonly string[], description: DescribeMapResponse): (part: SurfacePart) => SurfacePart {
  const closed = new Set(beyondFor(abilities, description).map(({area}) => area));
  return (part) => (part.areas.some((area) => closed.has(area)) ? withOnly(part, [...part.areas.keys()].filter((i) => !closed.has(part.areas[i]))) : part);
}

export class SurfaceLoading {
  private loader: ViewLoader<SurfacePart[]> | undefined;
  // Drops the polygons that have come.
  private beginAnew: (() => void) | undefined;
  private lookTimer = 0;

  // `fail` is told of errors that come after `load` has resolved; `rested` is called when polygons are asked for by view, or could be.
  constructor(private readonly source: MapSource, private readonly stage: Stage, private readonly fail: (error: unknown) => void,
              private readonly rested: () => void) {}

  // The surface as the stage begins it: at once, or, if `keepsOld`, when its first part is there, so that what is shown stays if none
  // comes. It fills while `done` is awaited, which throws what the source throws.
  load(description: DescribeMapResponse, choice: SurfaceChoice, signal: AbortSignal, keepsOld: boolean,
       progress: (polys: number) => void): {surface: Surface; done: Promise<void>} {
    const {summary, origin, areas} = description;
    const variant = variantOf(description, choice);
    const polys = Number(variant?.surfaceSize ?? 0), min = toVec3(summary?.min), max = toVec3(summary?.max);
    const surface = new Surface(toVec3(origin), min.y - (origin?.y ?? 0), max.y - (origin?.y ?? 0), gridOf(description));
    // A report shows all that was baked.
    surface.beyond = this.source.hasServer ? beyondFor(choice.abilities, description) : [];
    const usable = this.source.hasServer ? usableBy(choice.abilities, description) : (part: SurfacePart) => part;
    this.loader = undefined;
    let hasBegun = false;
    const begin = (isAnew = false) => {
      if (!hasBegun || isAnew) this.stage.begin(surface, areas ?? [], polys, min, max);
      hasBegun = true;
    };
    if (!keepsOld) begin();
    const done = this.source.byView && isByView(description, choice) ?
        this.loadByView(usableByView(this.source.byView, usable), choice, surface, variant, min, max, begin, signal) :
        this.source.loadSurface(choice, signal, (whole) => {
          if (signal.aborted) return;
          begin();
          const part = usable(whole);
          addBeyond(surface.beyond, whole, surface.origin);
          surface.add(part);
          this.stage.addPart(part);
          progress(surface.polyCount);
        });
    return {surface, done};
  }

  // The camera was moved: polygons may be wanted that are not there.
  lookSoon(): void {
    clearTimeout(this.lookTimer);
    this.lookTimer = setTimeout(() => {
      if (this.loader?.isFull) this.beginAnew?.();
      this.loader?.look(this.stage.camera);
      this.rested();
    }, kRestMs);
  }

  private async loadByView(byView: Pick<ByView, 'loadSquares' | 'loadBox'>, choice: SurfaceChoice, surface: Surface, variant: MapVariant | undefined, min: Vec3,
                           max: Vec3, begin: (isAnew?: boolean) => void, signal: AbortSignal): Promise<void> {
    const {part, cellM} = await byView.loadSquares(choice, Math.sqrt((variant?.areaM2 ?? 1) / kSquares), signal);
    // In tasks of their own: to read the squares, to show them, and to finish the picture take their time.
    await nextTask();
    if (signal.aborted) return;
    const {origin} = surface, polysPerM2 = Number(variant?.surfaceSize ?? 0) / (variant?.areaM2 ?? 1);
    const fromScale = ({width, height}: Camera) => Math.max(surface.grid ? 0 : kFineAbovePx / cellM,
                                                            Math.sqrt(polysPerM2 * width * height / kPolysInPicture));
    const showSquares = () => {
      surface.hasSquares = true;
      surface.add(part);
      const tileM = this.stage.addSquares(part), taken = new TakenPolys();
      const loader = this.loader = new ViewLoader(origin, relativeTo(origin, min), relativeTo(origin, max), tileM, kMostPolys, {
        fromScale,
        load: (tile) => byView.loadBox(choice, ...cornersOf(tile, origin, min.y, max.y), signal),
        take: (tile, loaded) => {
          if (signal.aborted || loader !== this.loader) return 0;
          const parts = taken.take(loaded);
          for (const each of parts) surface.add(each);
          this.stage.addTile(tile, parts);
          return parts.reduce((sum, {polys}) => sum + polys.length, 0);
        },
        fail: (error) => { if (!signal.aborted) this.fail(error); },
      });
    };
    begin();
    showSquares();
    this.beginAnew = () => {
      surface.clear();
      begin(true);
      showSquares();
    };
    await nextTask();
  }
}

function usableByView(byView: ByView, usable: (part: SurfacePart) => SurfacePart): Pick<ByView, 'loadSquares' | 'loadBox'> {
  return {
    loadSquares: async (...asked) => {
      const {part, cellM} = await byView.loadSquares(...asked);
      return {part: usable(part), cellM};
    },
    loadBox: async (...asked) => (await byView.loadBox(...asked)).map(usable),
  };
}
