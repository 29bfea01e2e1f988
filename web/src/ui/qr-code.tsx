import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';

const Drawing = lazyComponent(() => import('./qr-code-drawing.tsx'), 'QrCodeDrawing');

/**
 * <QrCode label="QR code for the link" value={address} />
 * A QR code of a URL; `size` in rem. Black on white in both color schemes, because many readers support nothing else. Show
 * the URL as text next to it. The drawing code loads later.
 */
export function QrCode({
  label,
  value,
  size = 12,
}: {
  label: string;
  value: string;
  size?: number;
}) {
  return (
    <div
      role="img"
      aria-label={label}
      style={{ width: `${size}rem` }}
      className="aspect-square max-w-full overflow-hidden rounded-control border border-line bg-white"
    >
      <Suspense fallback={null}>
        <Drawing value={value} />
      </Suspense>
    </div>
  );
}
