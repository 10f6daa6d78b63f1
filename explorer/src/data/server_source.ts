// Maps of a server, over the Connect protocol on the page's own origin.
import {callBinary, callJson, CallError} from '../api/connect';
import type {
  DescribeMapResponse, DescribeServerResponse, DescribeWorldResponse, ListMapsResponse, MapSummary, PointList,
} from '../api/messages';
import {readSkeletonAnswer, writeSkeletonRequest, type SkeletonPart, type SkeletonRequest} from '../api/skeleton_message';
import {
  readSquaresAnswer, readSurfaceAnswer, writeSurfaceRequest, type SurfaceAnswer, type SurfaceRequest,
} from '../api/surface_message';
import type {SurfacePart} from '../map/surface';
import type {ByView, MapSource, Skeleton, SurfaceChoice, World} from './map_source';

// Small enough that to read a part holds up the page for some 20 ms only.
const kPolysInPart = 10_000;
const kMostSquares = 100_000;
const kKeyPointsInPart = 10_000;

export class ServerSource implements MapSource {
  readonly hasServer = true;

  private server: Promise<DescribeServerResponse> | undefined;

  async about(): Promise<string> { return `Waystone ${(await this.describeServer()).version ?? ''}`; }

  forget(): void { this.server = undefined; }

  private describeServer(): Promise<DescribeServerResponse> {
    this.server ??= callJson<DescribeServerResponse>('MapCatalog', 'DescribeServer', {}).then(({message}) => message);
    return this.server;
  }

  async listMaps(): Promise<MapSummary[]> {
    const maps: MapSummary[] = [];
    for (let pageToken = ''; ;) {
      const {message} = await callJson<ListMapsResponse>('MapCatalog', 'ListMaps', {pageSize: 1000, pageToken});
      maps.push(...message.maps ?? []);
      pageToken = message.nextPageToken ?? '';
      if (pageToken === '') return maps;
    }
  }

  async describeMap(mapId: string, signal: AbortSignal): Promise<DescribeMapResponse> {
    return (await callJson<DescribeMapResponse>('MapCatalog', 'DescribeMap', {mapId}, signal)).message;
  }

  async loadSurface(choice: SurfaceChoice, signal: AbortSignal, take: (part: SurfacePart) => void): Promise<void> {
    const ask = (firstPoly: number) => getSurface({...choice, maxPolys: kPolysInPart, firstPoly}, signal);
    for (let bytes = await ask(0); ;) {
      const {part, nextPoly} = readSurfaceAnswer(bytes);
      // The next part is under way while this one is drawn.
      const next = nextPoly === undefined ? undefined : ask(nextPoly);
      next?.catch(() => {});
      take(part);
      if (!next) return;
      bytes = await next;
    }
  }

  readonly byView: ByView = {
    async loadSquares(choice, cellM, signal) {
      return coarseEnough(cellM, async (size) => (
        {part: readSquaresAnswer(await getSurface({...choice, maxPolys: kMostSquares, cellM: size}, signal), size), cellM: size}));
    },

    async loadBox(choice, min, max, signal) {
      const parts: SurfacePart[] = [];
      for (let firstPoly: number | undefined = 0; firstPoly !== undefined;) {
        const answer: SurfaceAnswer = readSurfaceAnswer(await getSurface({...choice, maxPolys: kPolysInPart, firstPoly, box: {min, max}}, signal));
        parts.push(answer.part);
        firstPoly = answer.nextPoly;
      }
      return parts;
    },

    async loadSkeletonSquares(choice, cellM, signal) {
      return coarseEnough(cellM, (size) => getSkeleton({...choice, maxKeyPoints: kMostSquares, cellM: size}, signal));
    },

    loadSkeletonBox(choice, min, max, signal) { return skeletonParts({...choice, maxKeyPoints: kKeyPointsInPart, box: {min, max}}, signal); },
  };

  loadSkeleton(choice: SurfaceChoice, signal: AbortSignal): Promise<Skeleton> {
    return skeletonParts({...choice, maxKeyPoints: kKeyPointsInPart}, signal);
  }

  async loadWorld(): Promise<World | undefined> {
    if (!(await this.describeServer()).worldGeneration) return undefined;
    const world: World = {maps: [], portals: [], places: []};
    for (let pageToken = ''; ;) {
      const {message} = await callJson<DescribeWorldResponse>('MapCatalog', 'DescribeWorld', {pageSize: 1000, pageToken});
      world.maps.push(...message.maps ?? []);
      world.portals.push(...message.portals ?? []);
      world.places.push(...message.places ?? []);
      pageToken = message.nextPageToken ?? '';
      if (pageToken === '') return world;
    }
  }
}

function getSurface(request: SurfaceRequest, signal: AbortSignal): Promise<Uint8Array> {
  return callBinary('MapCatalog', 'GetSurface', writeSurfaceRequest(request), signal);
}

async function getSkeleton(request: SkeletonRequest, signal: AbortSignal): Promise<SkeletonPart> {
  return readSkeletonAnswer(await callBinary('MapCatalog', 'GetSkeleton', writeSkeletonRequest(request), signal));
}

async function skeletonParts(request: SkeletonRequest, signal: AbortSignal): Promise<Skeleton> {
  const parts: SkeletonPart[] = [];
  for (let firstKeyPoint: number | undefined = 0; firstKeyPoint !== undefined;) {
    const part: SkeletonPart = await getSkeleton({...request, firstKeyPoint}, signal);
    parts.push(part);
    firstKeyPoint = part.nextKeyPoint;
  }
  return parts;
}

// Floors over each other have squares of their own: there may be more than the ground's size tells.
async function coarseEnough<T>(cellM: number, ask: (cellM: number) => Promise<T>): Promise<T> {
  for (; ; cellM *= 1.5) {
    try {
      return await ask(cellM);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'out_of_range') throw error;
    }
  }
}

// x, y, z of each point in turn, whichever way the answer writes them.
export function absoluteXyz(points: PointList | undefined): number[] {
  if (!points) return [];
  if (points.xyz) return points.xyz;
  const origin = [points.originX ?? 0, points.originY ?? 0, points.originZ ?? 0];
  return (points.localXyz ?? []).map((value, i) => value + origin[i % 3]);
}
