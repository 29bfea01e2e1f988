import { Loading } from '../../ui/skeleton.tsx';

/** The place of the setup card while it loads, so that it doesn't move the content below it. */
export const SetupShape = ({ isFolded = false }: { isFolded?: boolean }) => (
  <Loading className={`card ${isFolded ? 'h-[8.25rem]' : 'h-130 max-sm:h-160'}`}>{null}</Loading>
);
