import { Fragment } from 'react';

/** <Breaking text={path} />: a path that can wrap after its slashes. */
export function Breaking({ text }: { text: string }) {
  const parts = text.split(/(?<=\/)(?!\/)/);
  return parts.map((part, index) => (
    // The parts depend only on the address, so indexes are stable keys.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
