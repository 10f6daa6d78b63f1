// Chromium on the page: opening links, clicking places of the map, looking at pixels, and counting what must not be.
import fs from 'node:fs';
import axe from 'axe-core';
import {chromium} from 'playwright-core';

const kChromium = '/usr/bin/chromium';
// Without a graphics card, without asking anything of the network, and without a sandbox, which containers do not have.
const kArguments = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--enable-unsafe-swiftshader', '--use-gl=angle', '--use-angle=swiftshader',
];
const kPatienceMs = 60_000;

export function hasChromium() { return fs.existsSync(kChromium); }

// What went wrong on any page.
export const faults = {consoleErrors: [], foreignRequests: [], accessibility: []};

export class Browser {
  static async launch() { return new Browser(await chromium.launch({executablePath: kChromium, args: kArguments})); }

  constructor(browser) { this.browser = browser; }
  async close() { await this.browser.close(); }

  // Opens a page and waits until the map is drawn, or, with isRefused, until it says why not. `url` with the address behind '#'.
  async open(url, address, {isDark = false, width = 1280, height = 800, isTouch = false, isRefused = false, isBad = false, isCutOff = false} = {}) {
    const context = await this.browser.newContext({
      viewport: {width, height}, colorScheme: isDark ? 'dark' : 'light', hasTouch: isTouch, acceptDownloads: true, reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(kPatienceMs);
    // Chromium calls an answer of 401 or 400, and none at all, an error of the console: where it is what is tested, it is none.
    page.on('console', (message) => {
      const isMeant = (isRefused && message.text().includes('401')) || (isBad && message.text().includes('400')) || (isCutOff && message.text().includes('ERR_CONNECTION_REFUSED'));
      if (message.type() === 'error' && !isMeant) faults.consoleErrors.push(message.text());
    });
    page.on('pageerror', (error) => faults.consoleErrors.push(error.message));
    page.on('request', (request) => {
      const to = new URL(request.url());
      if (!['data:', 'blob:'].includes(to.protocol) && !request.url().startsWith(url)) faults.foreignRequests.push(request.url());
    });
    await page.goto(`${url}#${address}`);
    const opened = new Page(page, context, isDark ? 'dark' : 'light');
    if (isRefused) await page.waitForSelector('.progress:not(:empty)');
    else await page.waitForSelector('.explorer[data-loaded]');
    return opened;
  }
}

export class Page {
  constructor(page, context, scheme) {
    this.page = page;
    this.scheme = scheme;
    this.context = context;
  }

  async close() { await this.context.close(); }

  // The address's parameters, once the page has written what was done last.
  async address() {
    await this.page.waitForTimeout(400);
    return new URLSearchParams(new URL(this.page.url()).hash.slice(1));
  }

  // Where a place of the ground is on the screen, from above: by the camera in the address.
  async onScreen(place) {
    await this.address();
    return this.onScreenNow(place);
  }

  // The same, if the camera has not moved lately.
  async onScreenNow({x, z}) {
    const camera = new URLSearchParams(new URL(this.page.url()).hash.slice(1)).get('camera');
    const [targetX, , targetZ, spanM] = camera.split(',').map(Number);
    const box = await this.page.locator('.stage').boundingBox();
    const scale = box.height / spanM;
    return {x: box.x + box.width / 2 + (x - targetX) * scale, y: box.y + box.height / 2 + (z - targetZ) * scale};
  }

  async clickPlace(place) {
    const {x, y} = await this.onScreen(place);
    await this.page.mouse.click(x, y);
  }

  async drag(from, to) {
    const a = await this.onScreen(from), b = await this.onScreen(to);
    await this.page.mouse.move(a.x, a.y);
    await this.page.mouse.down();
    for (let i = 1; i <= 8; ++i) await this.page.mouse.move(a.x + (b.x - a.x) * i / 8, a.y + (b.y - a.y) * i / 8);
    await this.page.mouse.up();
  }

  // Two fingers move apart, or together, around a point of the screen. [css pixels]
  async pinch({x, y}, fromPx, toPx) {
    const devtools = await this.context.newCDPSession(this.page);
    const touch = (type, apartPx) => devtools.send('Input.dispatchTouchEvent', {
      type, touchPoints: apartPx === undefined ? [] : [{x: x - apartPx / 2, y, id: 0}, {x: x + apartPx / 2, y, id: 1}],
    });
    await touch('touchStart', fromPx);
    for (let i = 1; i <= 8; ++i) await touch('touchMove', fromPx + (toPx - fromPx) * i / 8);
    await touch('touchEnd');
  }

  // Draws a line through places with the mouse held.
  async lasso(places) {
    const points = [];
    for (const each of places) points.push(await this.onScreen(each));
    await this.page.mouse.move(points[0].x, points[0].y);
    await this.page.mouse.down();
    for (const {x, y} of points.slice(1)) await this.page.mouse.move(x, y, {steps: 6});
    await this.page.mouse.up();
  }

  text(selector) { return this.page.locator(selector).innerText(); }

  // The value beside a name in the results: figure('Length') is "160.55 m".
  async figure(name) {
    return (await this.page.locator(`.results dl div:has(dt:text-is("${name}")) dd`).first().innerText()).trim();
  }

  // Waits until `look` returns something true.
  async until(what, look) {
    const end = Date.now() + kPatienceMs;
    for (;;) {
      const found = await look().catch(() => undefined);
      if (found) return found;
      if (Date.now() > end) throw new Error(`never came: ${what}`);
      await this.page.waitForTimeout(100);
    }
  }

  // Counts accessibility errors of the page as it is now, in light and in dark, with all that is folded away open.
  async checkAccessibility(name) {
    await this.page.evaluate(axe.source);
    const folded = await this.page.$$('details:not([open])');
    const setOpen = (isOpen) => Promise.all(folded.map((each) => each.evaluate((details, value) => { details.open = value; }, isOpen)));
    await setOpen(true);
    const other = this.scheme === 'dark' ? 'light' : 'dark';
    for (const scheme of [this.scheme, other]) {
      await this.page.emulateMedia({colorScheme: scheme, reducedMotion: 'reduce'});
      const {violations} = await this.page.evaluate(() => window.axe.run(document, {resultTypes: ['violations']}));
      for (const {id, help, nodes} of violations) {
        faults.accessibility.push(`${name}, ${scheme}: ${id}: ${help}: ${nodes.map(({html}) => html.slice(0, 120)).slice(0, 3).join(' and ')}`);
      }
    }
    await this.page.emulateMedia({colorScheme: this.scheme, reducedMotion: 'reduce'});
    await setOpen(false);
  }

  // The picture's pixels as they are on the screen.
  async pixels() {
    const box = await this.page.locator('.picture').boundingBox();
    const png = (await this.page.screenshot({clip: box})).toString('base64');
    const {width, height, data} = await this.page.evaluate(async (source) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const bytes = context.getImageData(0, 0, image.width, image.height).data;
      let text = '';
      for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
      return {width: image.width, height: image.height, data: btoa(text)};
    }, png);
    return new Pixels(width, height, Buffer.from(data, 'base64'), box);
  }
}

export class Pixels {
  constructor(width, height, data, box) { Object.assign(this, {width, height, data, box}); }

  isNear(x, y, [r, g, b], tolerance) {
    const at = (y * this.width + x) * 4;
    return Math.abs(this.data[at] - r) <= tolerance && Math.abs(this.data[at + 1] - g) <= tolerance &&
        Math.abs(this.data[at + 2] - b) <= tolerance;
  }

  // Pixels of about this colour.
  count(colour, tolerance = 24) {
    let total = 0;
    for (let y = 0; y < this.height; ++y) for (let x = 0; x < this.width; ++x) if (this.isNear(x, y, colour, tolerance)) ++total;
    return total;
  }

  // There is such a pixel within `reach` pixels of a point of the screen.
  hasNear(point, colour, reach = 4, tolerance = 40) {
    const x0 = Math.round(point.x - this.box.x), y0 = Math.round(point.y - this.box.y);
    for (let y = Math.max(0, y0 - reach); y <= Math.min(this.height - 1, y0 + reach); ++y) {
      for (let x = Math.max(0, x0 - reach); x <= Math.min(this.width - 1, x0 + reach); ++x) {
        if (this.isNear(x, y, colour, tolerance)) return true;
      }
    }
    return false;
  }
}
