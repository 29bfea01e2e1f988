import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** Width of the white border in cells, which readers require. */
const quiet = 4;

/** The code itself. Import ui/qr-code.tsx. */
export function QrCodeDrawing({ value }: { value: string }) {
  const code = generate(value);
  const side = code.size + quiet * 2;
  return (
    <svg viewBox={`${-quiet} ${-quiet} ${side} ${side}`} className="size-full" aria-hidden>
      <path d={toSvgPath(code)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
