import type { Product } from '#contract/store/endpoints.ts';
import { Poster } from '../../ui/poster.tsx';

/** The picture of a product, or a poster in its color. */
export function ProductPicture({
  product,
  className,
}: {
  product: Pick<Product, 'picture' | 'name'>;
  className: string;
}) {
  return product.picture === null ? (
    <Poster name={product.name} className={className} />
  ) : (
    <img
      src={product.picture.picture?.thumbnailUrl ?? product.picture.url}
      alt=""
      loading="lazy"
      className={`bg-fill-2 object-cover ${className}`}
    />
  );
}
