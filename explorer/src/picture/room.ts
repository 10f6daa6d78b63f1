// Boxes in a picture of which none lies on another.
export interface Box {left: number; right: number; top: number; bottom: number}

// [css pixels] Boxes are looked up by bands of this height.
const kBandPx = 24;

export class Room {
  private readonly bands = new Map<number, Box[]>();

  // Takes it if nothing is in its way, and returns whether it did. O(boxes in its bands).
  take(box: Box): boolean {
    for (const band of bandsOf(box)) {
      const isTaken = this.bands.get(band)?.some((other) => other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top);
      if (isTaken) return false;
    }
    this.fill(box);
    return true;
  }

  // Whatever is there already.
  fill(box: Box): void {
    for (const band of bandsOf(box)) {
      const boxes = this.bands.get(band);
      if (boxes) boxes.push(box); else this.bands.set(band, [box]);
    }
  }
}

function bandsOf({top, bottom}: Box): number[] {
  const first = Math.floor(top / kBandPx), last = Math.floor(bottom / kBandPx);
  return Array.from({length: last - first + 1}, (_, i) => first + i);
}
