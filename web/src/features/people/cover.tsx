import { useState } from 'react';
import { sourcesOf } from '../../ui/picture-sources.ts';

/** <Cover url={person.largePhotoUrl} className="h-24" />: the cover picture, or a band in the school color. */
interface CoverProps {
  url: string | null;
  className?: string;
  isLazy?: boolean;
}

export function Cover({ url, className = '', isLazy = true }: CoverProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (url && url !== failedUrl) {
    return (
      <img
        src={url}
        {...sourcesOf(url, 'cover', isLazy ? 'auto, 24rem' : '(min-width: 48rem) 48rem, 100vw')}
        alt=""
        loading={isLazy ? 'lazy' : 'eager'}
        decoding="async"
        draggable={false}
        onError={() => setFailedUrl(url)}
        className={`cover-picture w-full bg-fill-2 object-cover ${className}`}
      />
    );
  }
  return <div className={`cover-band w-full ${className}`} />;
}
