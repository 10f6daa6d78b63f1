// Mouse, touch and keys over the picture: what moves the camera, what drags a handle, what is a click.
import type {Camera} from './camera';

export interface GestureTarget {
  readonly camera: Camera;
  // A drag begins at this point of the screen: returns what takes it, or undefined, and then the camera is moved.
  grab(x: number, y: number): Drag | undefined;
  click(x: number, y: number, isShifted: boolean): void;
  hover(x: number, y: number): void;
  // The camera was moved.
  moved(): void;
}

export interface Drag {
  // A press that does not move is no click, too.
  readonly takesClick: boolean;
  move(x: number, y: number): void;
  end(): void;
}

// [css pixels] A press that moves less is a click.
const kClickPx = 5;
const kKeyPanPx = 60;

export class Gestures {
  private readonly pointers = new Map<number, {x: number; y: number}>();
  private pressed: {x: number; y: number; button: number} | undefined;
  private drag: Drag | undefined;
  private hasMoved = false;
  private wasPinched = false;

  constructor(private readonly element: HTMLElement, private readonly target: GestureTarget) {
    element.addEventListener('pointerdown', (event) => this.down(event));
    element.addEventListener('pointermove', (event) => this.move(event));
    element.addEventListener('pointerup', (event) => this.up(event, true));
    element.addEventListener('pointercancel', (event) => this.up(event, false));
    element.addEventListener('wheel', (event) => this.wheel(event), {passive: false});
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('keydown', (event) => this.key(event));
    // Who came here by the Tab key sets points at the cross.
    element.addEventListener('keyup', (event) => { if (event.key === 'Tab') element.classList.add('by-keys'); });
  }

  private at(event: MouseEvent): {x: number; y: number} {
    const box = this.element.getBoundingClientRect();
    return {x: event.clientX - box.left, y: event.clientY - box.top};
  }

  private down(event: PointerEvent): void {
    const at = this.at(event);
    this.element.classList.remove('by-keys');
    this.element.focus({preventScroll: true});
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size === 1) {
      this.pressed = {...at, button: event.button};
      this.hasMoved = this.wasPinched = false;
      this.drag = event.button === 0 ? this.target.grab(at.x, at.y) : undefined;
    } else {
      this.wasPinched = true;
      this.drag?.end();
      this.drag = undefined;
    }
  }

  private move(event: PointerEvent): void {
    const at = this.at(event), before = this.pointers.get(event.pointerId);
    if (!before) { this.target.hover(at.x, at.y); return; }
    if (this.pointers.size === 2) { this.pinch(event.pointerId, before, at); return; }
    if (!this.pressed || this.pointers.size > 2) return;
    if (!this.hasMoved && Math.hypot(at.x - this.pressed.x, at.y - this.pressed.y) < kClickPx) return;
    this.hasMoved = true;
    const dx = at.x - before.x, dy = at.y - before.y;
    if (this.drag) this.drag.move(at.x, at.y);
    else if (this.pressed.button === 0 && !event.ctrlKey) { this.target.camera.pan(dx, dy); this.target.moved(); }
    else { this.target.camera.rotate(-dx * 0.3, dy * 0.3); this.target.moved(); }
    this.pointers.set(event.pointerId, at);
  }

  private pinch(id: number, before: {x: number; y: number}, at: {x: number; y: number}): void {
    const other = [...this.pointers].find(([key]) => key !== id)![1];
    const was = {x: before.x - other.x, y: before.y - other.y}, is = {x: at.x - other.x, y: at.y - other.y};
    const {camera} = this.target;
    camera.zoom(Math.hypot(was.x, was.y) / Math.max(1, Math.hypot(is.x, is.y)), other.x, other.y);
    camera.rotate((Math.atan2(was.y, was.x) - Math.atan2(is.y, is.x)) * 180 / Math.PI, 0);
    this.pointers.set(id, at);
    this.target.moved();
  }

  private up(event: PointerEvent, isMeant: boolean): void {
    const at = this.at(event);
    this.pointers.delete(event.pointerId);
    const isTaken = this.drag !== undefined && (this.drag.takesClick || this.hasMoved);
    this.drag?.end();
    this.drag = undefined;
    if (isMeant && !isTaken && this.pressed && !this.hasMoved && !this.wasPinched && this.pressed.button === 0) {
      this.target.click(at.x, at.y, event.shiftKey);
    }
    if (this.pointers.size === 0) this.pressed = undefined;
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.at(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
    this.target.camera.zoom(Math.exp(Math.max(-200, Math.min(200, lines)) * 0.0018), at.x, at.y);
    this.target.moved();
  }

  private key(event: KeyboardEvent): void {
    this.element.classList.add('by-keys');
    const {camera} = this.target, middleX = camera.width / 2, middleY = camera.height / 2;
    switch (event.key) {
      case 'ArrowLeft': camera.pan(kKeyPanPx, 0); break;
      case 'ArrowRight': camera.pan(-kKeyPanPx, 0); break;
      case 'ArrowUp': camera.pan(0, kKeyPanPx); break;
      case 'ArrowDown': camera.pan(0, -kKeyPanPx); break;
      case '+': case '=': camera.zoom(0.8, middleX, middleY); break;
      case '-': camera.zoom(1.25, middleX, middleY); break;
      case 'q': camera.rotate(-15, 0); break;
      case 'e': camera.rotate(15, 0); break;
      case 'PageUp': camera.rotate(0, 8); break;
      case 'PageDown': camera.rotate(0, -8); break;
      case 'Enter': case ' ': this.target.click(middleX, middleY, event.shiftKey); event.preventDefault(); return;
      default: return;
    }
    event.preventDefault();
    this.target.moved();
  }
}
