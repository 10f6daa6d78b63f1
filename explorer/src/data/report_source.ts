// Maps of the report that this page is: nothing is asked over the network.
import type {DescribeMapResponse, MapSummary} from '../api/messages';
import type {SurfacePart} from '../map/surface';
import {nextTask} from '../next_task';
import type {MapSource, Skeleton, SurfaceChoice, World} from './map_source';
import {unpackSkeleton, unpackSurface} from './packed_answers';
import {toVec3} from './place';
import type {ReportDocument, ReportMap} from './report_document';

// The report in the page, or undefined if it is the server's page.
export function embeddedReport(): ReportDocument | undefined {
  const holder = document.getElementById('report-data');
  return holder ? JSON.parse(holder.textContent ?? '') as ReportDocument : undefined;
}

export class ReportSource implements MapSource {
  readonly hasServer = false;

  get hasWorld(): boolean { return this.report.world !== undefined; }

  constructor(private readonly report: ReportDocument) {}

  forget(): void {}

  async about(): Promise<string> {
    const {title, writer, compared} = this.report;
    return `${compared ? `old: ${compared.older}, new: ${compared.newer}` : title} · ${writer}`;
  }

  // Undefined: the report is of one package, or of a folder.
  get compared(): ReportDocument['compared'] { return this.report.compared; }

  async listMaps(): Promise<MapSummary[]> { return this.report.maps.map(({description}) => description.summary ?? {}); }

  async describeMap(mapId: string): Promise<DescribeMapResponse> { return this.map(mapId).description; }

  async loadSurface({mapId}: SurfaceChoice, signal: AbortSignal, take: (part: SurfacePart) => void): Promise<void> {
    for (const text of this.map(mapId).surfaceParts) {
      take(unpackSurface(bytesOf(text)));
      await nextTask();
      if (signal.aborted) return;
    }
  }

  async loadSkeleton({mapId}: SurfaceChoice): Promise<Skeleton> {
    const {description, skeletonParts} = this.map(mapId), origin = toVec3(description.origin);
    return skeletonParts.map((text) => unpackSkeleton(bytesOf(text), origin));
  }

  async loadWorld(): Promise<World | undefined> {
    const {world} = this.report;
    return world && {maps: world.maps ?? [], portals: world.portals ?? [], places: world.places ?? []};
  }

  map(mapId: string): ReportMap {
    const found = this.report.maps.find(({description}) => description.summary?.mapId === mapId);
    if (!found) throw new Error(`the report has no map ${mapId}`);
    return found;
  }
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}
