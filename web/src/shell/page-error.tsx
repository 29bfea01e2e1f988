import { useMatch, type ErrorComponentProps } from '@tanstack/react-router';
import { PageNotLoaded } from '../lib/page.tsx';
import { CrashPage } from './crash-page.tsx';
import { NotLoadedPage } from './not-loaded-page.tsx';

/** Replaces a page, or content within it, that failed to load or threw an error. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const isWithin = useMatch({
    strict: false,
    shouldThrow: false,
    select: ({ staticData }) => staticData.isSection === true,
  });
  return error instanceof PageNotLoaded ? (
    <NotLoadedPage isWithin={isWithin === true} />
  ) : (
    <CrashPage error={error} reset={reset} />
  );
}
