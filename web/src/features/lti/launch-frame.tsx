import type { ReactNode } from 'react';
import { SchoolMark } from '../../shell/school-mark.tsx';

interface LaunchFrameProps {
  title: string;
  body?: ReactNode;
  isBusy?: boolean;
  children?: ReactNode;
}

/** A page inside an LMS frame that asks for a decision. */
export function LaunchFrame({ title, body, isBusy = false, children }: LaunchFrameProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-dvh place-items-center bg-surface px-4 py-10"
    >
      <div className="grid w-full max-w-lg justify-items-center gap-3 text-center">
        <SchoolMark size={3} />
        <h1 className="text-xl!">{title}</h1>
        {body !== undefined && <p className="text-ink-2 text-pretty">{body}</p>}
        {isBusy && (
          <span role="status" className="sr-only">
            {title}
          </span>
        )}
        {children}
      </div>
    </main>
  );
}
