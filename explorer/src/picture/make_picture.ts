// Makes the picture of the ground by the best means that the browser has.
import type {BasePicture} from './base_picture';
import {FlatPicture} from './flat_picture';
import {allDone, GlPicture} from './gl_picture';

// In three dimensions, or from above if that is asked for, or the browser has no WebGL 2. To wait for the browser's process that
// draws, which may take a quarter of a second to begin, does not hold up the page.
export async function makePicture(isFlatAsked: boolean): Promise<BasePicture> {
  const gl = isFlatAsked ? null : document.createElement('canvas').getContext('webgl2');
  if (gl) {
    await allDone(gl);
    const isSoftware = drawsOnProcessor(gl);
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    try {
      // Smoothing would take a software renderer most of its time.
      return await GlPicture.make(groundCanvas(), !isSoftware);
    } catch { /* There is too little left of what WebGL needs. */ }
  }
  return new FlatPicture(groundCanvas());
}

function groundCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = 'ground';
  return canvas;
}

// There is no graphics card.
function drawsOnProcessor(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  return names !== null && /swiftshader|llvmpipe|software/i.test(String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)));
}
