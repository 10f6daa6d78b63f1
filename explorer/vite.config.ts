// Builds the page into fixed names, without inline scripts or styles; and report.html, the same page as one file.
import {readFileSync} from 'node:fs';
import {defineConfig, type Plugin} from 'vite';

// A report fetches nothing: its policy forbids it.
const kReportPolicy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

// One file with script and style in it, and a line REPORT_DATA that is replaced by the report's document.
function reportPage(): Plugin {
  return {
    name: 'report-page',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const script = bundle['explorer.js'], style = bundle['explorer.css'];
      if (script?.type !== 'chunk' || style?.type !== 'asset') throw new Error('explorer.js and explorer.css are not in the bundle');
      const code = script.code.replaceAll('</script', '<\\/script');
      const page = readFileSync('index.html', 'utf8')
          .replace('<meta charset="utf-8">', () => `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${kReportPolicy}">`)
          .replace(/<link rel="stylesheet".*>\n/, () => `<style>\n${style.source}</style>\n`)
          .replace(/<script type="module".*\n/, '')
          .replace('</body>', () => '<script type="application/json" id="report-data">\nREPORT_DATA\n</script>\n' +
              `<script type="module">\n${code}</script>\n</body>`);
      this.emitFile({type: 'asset', fileName: 'report.html', source: page});
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [reportPage()],
  build: {
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rollupOptions: {
      output: {
        entryFileNames: 'explorer.js',
        assetFileNames: 'explorer[extname]',
        inlineDynamicImports: true,
      },
    },
  },
});
