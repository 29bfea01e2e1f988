/** The prices of a product. */
interface Prices {
  readonly price: number;
  readonly member_price: number | null;
}

/**
 * Returns a person's price: members pay the members' price. A variant with an own price costs the same for everyone, unless the members'
 * price is lower.
 */
export const priceFor = (
  { price, member_price: memberPrice }: Prices,
  isMember: boolean,
  variantPrice: number | null,
): number => {
  const regular = variantPrice ?? price;
  return isMember && memberPrice !== null ? Math.min(regular, memberPrice) : regular;
};
