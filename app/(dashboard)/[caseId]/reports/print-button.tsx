"use client";

import { Button } from "@/components/ui/button";

/** Opens the browser's print dialog. Without JavaScript its menu does the same. */
export const PrintButton = () => (
  <Button className="noscript:hidden" onClick={() => window.print()}>
    Print
  </Button>
);
