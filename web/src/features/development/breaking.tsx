import { Fragment } from 'react';

/** <Breaking text={path} />: an address that breaks after its slashes where it has no room. */
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
