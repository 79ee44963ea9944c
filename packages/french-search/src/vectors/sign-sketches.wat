;; Sums of one value per four components of vectors of signs, for sixteen vectors at a time. Compiled into sign-sketches.wasm by `npm run wat`.
(module
  (import "env" "memory" (memory 1 65536))

  ;; $blocks blocks (1 at least) of sixteen rows follow one another from $codes on. A block has $width times sixteen bytes: byte 0 of its
  ;; sixteen rows, then byte 1... Each byte has two codes of four bits, low bits first; each code chooses one of the sixteen bytes of its
  ;; table. The tables follow one another from $tables on. The sums are written as uint16 from $output on.
  (func (export "sum") (param $tables i32) (param $codes i32) (param $width i32) (param $blocks i32) (param $output i32)
    (local $table i32)
    (local $end i32)
    (local $bytes v128)
    (local $sum v128)
    (local $first v128)
    (local $last v128)
    (loop $all
      (local.set $table (local.get $tables))
      (local.set $end (i32.add (local.get $codes) (i32.mul (local.get $width) (i32.const 16))))
      (local.set $first (v128.const i32x4 0 0 0 0))
      (local.set $last (v128.const i32x4 0 0 0 0))
      (loop $block
        (local.set $bytes (v128.load (local.get $codes)))
        ;; Values are at most 127: the sum of two fits in a byte.
        (local.set $sum
          (i8x16.add
            (i8x16.swizzle
              (v128.load (local.get $table))
              (v128.and (local.get $bytes) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
            (i8x16.swizzle
              (v128.load offset=16 (local.get $table))
              (i8x16.shr_u (local.get $bytes) (i32.const 4)))))
        (local.set $first (i16x8.add (local.get $first) (i16x8.extend_low_i8x16_u (local.get $sum))))
        (local.set $last (i16x8.add (local.get $last) (i16x8.extend_high_i8x16_u (local.get $sum))))
        (local.set $table (i32.add (local.get $table) (i32.const 32)))
        (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
        (br_if $block (i32.lt_u (local.get $codes) (local.get $end))))
      (v128.store (local.get $output) (local.get $first))
      (v128.store offset=16 (local.get $output) (local.get $last))
      (local.set $output (i32.add (local.get $output) (i32.const 32)))
      (local.set $blocks (i32.sub (local.get $blocks) (i32.const 1)))
      (br_if $all (local.get $blocks)))))
