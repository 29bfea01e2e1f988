import { Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';

const Drawing = lazyComponent(() => import('./qr-code-drawing.tsx'), 'QrCodeDrawing');

/**
 * <QrCode label="QR code of the link" value={address} />
 * An address to be read by a camera; `size` in rem. Black on white in both schemes, since many readers know nothing else. The address
 * has to stand beside it as text. The drawing loads late.
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
