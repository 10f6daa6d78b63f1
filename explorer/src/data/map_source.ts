// Where the page has its maps from: a server, or the report that the page itself is. Both give the same.
import type {DescribedPlace, DescribeMapResponse, MapSummary, WorldMap, WorldPortal} from '../api/messages';
import type {SkeletonPart} from '../api/skeleton_message';
import type {SurfacePart, Vec3} from '../map/surface';

// Of a map or of a box, part by part.
export type Skeleton = readonly SkeletonPart[];

export interface World {
  maps: WorldMap[];
  portals: WorldPortal[];
  // Places that have a name in the world.
  places: DescribedPlace[];
}

export interface SurfaceChoice {
  mapId: string;
  profile: string;
  abilities: string[];
}

// For maps too large to be loaded whole.
export interface ByView {
  // All of the map as squares of about this size.
  loadSquares(choice: SurfaceChoice, cellM: number, signal: AbortSignal): Promise<{part: SurfacePart; cellM: number}>;
  // The polygons whose boxes reach into this one; absolute. [m]
  loadBox(choice: SurfaceChoice, min: Vec3, max: Vec3, signal: AbortSignal): Promise<SurfacePart[]>;
  // One key point of the skeleton for each square of about this size, and floor.
  loadSkeletonSquares(choice: SurfaceChoice, cellM: number, signal: AbortSignal): Promise<SkeletonPart>;
  // The key points in this box.
  loadSkeletonBox(choice: SurfaceChoice, min: Vec3, max: Vec3, signal: AbortSignal): Promise<Skeleton>;
}

export interface MapSource {
  // There is a server to ask for routes and the like.
  readonly hasServer: boolean;
  // Asks again who calls and what there is: another token was given.
  forget(): void;
  // A line about it for the reader: the server's version, or what the report is of.
  about(): Promise<string>;
  listMaps(): Promise<MapSummary[]>;
  describeMap(mapId: string, signal: AbortSignal): Promise<DescribeMapResponse>;
  // Calls `take` for one part of the surface after another.
  loadSurface(choice: SurfaceChoice, signal: AbortSignal, take: (part: SurfacePart) => void): Promise<void>;
  // Absent if the source has all of its maps at hand.
  readonly byView?: ByView;
  loadSkeleton(choice: SurfaceChoice, signal: AbortSignal): Promise<Skeleton>;
  // Undefined if there is no world.
  loadWorld(): Promise<World | undefined>;
}

// x, y, z of all key points in turn, absolute; ids follow one another over the parts.
export function joinedXyz(skeleton: Skeleton): Float64Array<ArrayBuffer> {
  const joined = new Float64Array(skeleton.reduce((sum, {xyz}) => sum + xyz.length, 0));
  let next = 0;
  for (const {xyz} of skeleton) { joined.set(xyz, next); next += xyz.length; }
  return joined;
}
