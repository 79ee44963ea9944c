;; Products of vectors of signed bytes, sixteen bytes at a time. Compiled into dot-products.wasm by `npm run wat`.
(module
  (import "env" "memory" (memory 1 65536))

  ;; The products of one vector of $width bytes (a multiple of 16), at the address $question, with $count rows (1 at least)
  ;; that follow one another from $row on; they are written as int32 from $output on.
  (func (export "multiply") (param $question i32) (param $row i32) (param $width i32) (param $count i32) (param $output i32)
    (local $at i32)
    (local $end i32)
    (local $mine v128)
    (local $theirs v128)
    (local $sum v128)
    (local.set $end (i32.add (local.get $question) (local.get $width)))
    (loop $rows
      (local.set $at (local.get $question))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (loop $bytes
        (local.set $mine (v128.load (local.get $at)))
        (local.set $theirs (v128.load (local.get $row)))
        ;; Products of bytes need sixteen bits: eight are made of each half, then added two by two into four sums of 32 bits.
        (local.set $sum
          (i32x4.add
            (i32x4.add
              (local.get $sum)
              (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_low_i8x16_s (local.get $mine) (local.get $theirs))))
            (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_high_i8x16_s (local.get $mine) (local.get $theirs)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (br_if $bytes (i32.lt_u (local.get $at) (local.get $end))))
      (i32.store
        (local.get $output)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $output (i32.add (local.get $output) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br_if $rows (local.get $count)))))
