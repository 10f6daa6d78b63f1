// How many triangles the machine draws in one frame without being felt: found out by measuring, as a software renderer draws a
// hundredth of what a graphics card does.

const kFirst = 30_000, kLeast = 20_000, kMost = 8_000_000;
// [ms] Frames that take longer are too slow; with shorter ones more is tried.
const kSlowMs = 60, kFastMs = 28;

export class FrameBudget {
  triangles = kFirst;
  private ceiling = kMost;
  private pending: {sync: WebGLSync; startMs: number; triangles: number} | undefined;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  // Call it after drawing. One frame is measured at a time.
  drawn(triangles: number, startMs: number): void {
    if (this.pending) return;
    const sync = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.gl.flush();
    if (sync) this.pending = {sync, startMs, triangles};
  }

  // Looks whether the measured frame is done. Returns whether to look again.
  poll(): boolean {
    const {pending, gl} = this;
    if (!pending) return false;
    if (gl.getSyncParameter(pending.sync, gl.SYNC_STATUS) !== gl.SIGNALED) return true;
    gl.deleteSync(pending.sync);
    this.pending = undefined;
    this.learn(pending.triangles, performance.now() - pending.startMs);
    return false;
  }

  private learn(triangles: number, tookMs: number): void {
    if (tookMs > kSlowMs && triangles > kLeast) {
      this.ceiling = Math.max(kLeast, triangles * 0.8);
      this.triangles = Math.max(kLeast, Math.min(this.ceiling, triangles * kSlowMs * 0.7 / tookMs));
    } else if (tookMs < kFastMs && triangles > this.triangles / 2) {
      this.triangles = Math.min(this.ceiling, this.triangles * 2);
    }
  }
}
