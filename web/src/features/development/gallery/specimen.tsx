import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';

/**
 * <Specimens file="button.tsx"><Specimen of="primary">…</Specimen></Specimens>: a component and its states, with the names
 * from the code.
 */
export function Specimens({ file, children }: { file: string; children: ReactNode }) {
  return (
    <Card title={file} className="min-w-0">
      <div className="grid min-w-0 gap-5">{children}</div>
    </Card>
  );
}

export function Specimen({
  of,
  isRow = false,
  children,
}: {
  of: string;
  isRow?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="grid min-w-0 gap-2">
      <p className="font-mono text-xs text-ink-2" dir="ltr">
        <span className="block rtl:text-end">{of}</span>
      </p>
      {isRow ? (
        <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
      ) : (
        children
      )}
    </div>
  );
}
