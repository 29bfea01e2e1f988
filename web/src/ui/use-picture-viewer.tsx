import { Suspense, useState, type MouseEvent, type ReactNode } from 'react';
import type { UploadedFile } from '#contract/uploads/endpoints.ts';
import { lazyComponent } from '../lib/lazy-component.ts';

const PictureViewer = lazyComponent(() => import('./picture-viewer.tsx'), 'PictureViewer');

/**
 * Links that open pictures over the page: `const { open, viewer } = usePictureViewer(pictures)`, then `onClick={open(index)}`
 * on each link and `{viewer}` next to them. With a modifier key, links work as usual.
 */
export function usePictureViewer(pictures: readonly UploadedFile[]): {
  open: (index: number) => (event: MouseEvent) => void;
  viewer: ReactNode;
} {
  const [from, setFrom] = useState<number | null>(null);
  return {
    open: (index) => (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      setFrom(index);
    },
    viewer: from !== null && (
      <Suspense fallback={null}>
        <PictureViewer pictures={pictures} from={from} onClose={() => setFrom(null)} />
      </Suspense>
    ),
  };
}
