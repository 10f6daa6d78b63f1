// Names over the map of which none lies on another: of two that would overlap the one of the lower rank is left out, and of one rank the one
// that was added later. What is left out goes by where names lie to each other, so that from above moving the map changes nothing of it.
import type {Vec3} from '../map/surface';
import type {Camera} from './camera';
import type {Ink, LabelStyle} from './ink';
import {Room, type Box} from './room';

// The first one is the highest.
export const kRanks = ['portal', 'door', 'place', 'detail'] as const;
export type Rank = typeof kRanks[number];

// [css pixels] How far the marks of a view, and their names, reach from their places: to each side, up and down.
const kMarkPx = {across: 85, up: 28, down: 12};

interface Label {at: Vec3; text: string; style: LabelStyle}

// [css pixels] Names so far beside the picture may still hide others: they do not come and go at its border.
const kMarginPx = 200;
const kStepM = 0.6;

export class LabelLayout {
  private readonly byRank = new Map<Rank, Label[]>(kRanks.map((rank) => [rank, []]));

  // `widthPx`: how wide a text is. `marks`: no name lies on these. Names at other heights than `heights` [m, from and to] are left out.
  constructor(private readonly widthPx: (text: string, style: LabelStyle) => number, private readonly marks: readonly Vec3[] = [],
              private readonly heights: readonly [number, number] = [-Infinity, Infinity]) {}

  // Whether what is at that height is shown: the ground there may be a step lower or higher.
  isShown({y}: Vec3): boolean { return y > this.heights[0] - kStepM && y < this.heights[1] + kStepM; }

  add(rank: Rank, at: Vec3, text: string, style: LabelStyle): void { this.byRank.get(rank)!.push({at, text, style}); }

  // O(labels, with those in their bands).
  draw(ink: Ink, camera: Camera): void {
    const room = new Room();
    for (const at of this.marks) {
      const {x, y} = camera.project(at);
      room.fill({left: x - kMarkPx.across, right: x + kMarkPx.across, top: y - kMarkPx.up, bottom: y + kMarkPx.down});
    }
    for (const rank of kRanks) {
      for (const label of this.byRank.get(rank)!) {
        const box = this.isShown(label.at) ? this.boxOf(label, camera) : undefined;
        if (!box || !room.take(box)) continue;
        ink.label(label.at, label.text, label.style);
      }
    }
  }

  // Undefined: it is not near the picture.
  private boxOf({at, text, style}: Label, camera: Camera): Box | undefined {
    const p = camera.project(at), y = p.y + (style.dyPx ?? 0), half = (style.sizePx ?? 12) * 0.6;
    const isNear = p.depth > 0 && p.x > -kMarginPx && p.x < camera.width + kMarginPx && y > -kMarginPx && y < camera.height + kMarginPx;
    if (!isNear) return undefined;
    const across = this.widthPx(text, style) / 2 + 2;
    return {left: p.x - across, right: p.x + across, top: y - half, bottom: y + half};
  }
}
