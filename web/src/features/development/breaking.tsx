import { Fragment } from 'react';

/** <Breaking text={path} />: a path that can wrap after its slashes. */
export function Breaking({ text }: { text: string }) {
  const parts = text.split(/(?<=\/)(?!\/)/);
  return parts.map((part, index) => (
    // An address is the same parts in the same places as long as it is the same.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
