;; Sums over vectors of 32-bit numbers, four numbers at a time. Vectors begin at multiples of 16 bytes and are `bytes` long, a multiple of
;; 16. All places are byte addresses; `places` is where a list of them stands.
(module
  (memory (import "js" "memory") 1)

  ;; Adds to the vector `sums` each vector of a list, times its number in the list at `times`.
  (func (export "add")
    (param $sums i32) (param $bytes i32) (param $places i32) (param $times i32) (param $count i32)
    (local $end i32) (local $vector i32) (local $at i32) (local $sum i32) (local $time v128)
    (local.set $end (i32.add (local.get $places) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $places) (local.get $end)))
        (local.set $vector (i32.load (local.get $places)))
        (local.set $time (v128.load32_splat (local.get $times)))
        (local.set $at (i32.const 0))
        (loop $along
          (local.set $sum (i32.add (local.get $sums) (local.get $at)))
          (v128.store
            (local.get $sum)
            (f32x4.add
              (v128.load (local.get $sum))
              (f32x4.mul (v128.load (i32.add (local.get $vector) (local.get $at))) (local.get $time))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $along (i32.lt_u (local.get $at) (local.get $bytes))))
        (local.set $places (i32.add (local.get $places) (i32.const 4)))
        (local.set $times (i32.add (local.get $times) (i32.const 4)))
        (br $next))))

  ;; Writes to `products` the scalar product of the vector `by` and each vector of a list.
  (func (export "multiply")
    (param $by i32) (param $bytes i32) (param $places i32) (param $products i32) (param $count i32)
    (local $end i32) (local $vector i32) (local $at i32) (local $sum v128)
    (local.set $end (i32.add (local.get $places) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $places) (local.get $end)))
        (local.set $vector (i32.load (local.get $places)))
        (local.set $sum (v128.const f32x4 0 0 0 0))
        (local.set $at (i32.const 0))
        (loop $along
          (local.set $sum
            (f32x4.add
              (local.get $sum)
              (f32x4.mul
                (v128.load (i32.add (local.get $vector) (local.get $at)))
                (v128.load (i32.add (local.get $by) (local.get $at))))))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $along (i32.lt_u (local.get $at) (local.get $bytes))))
        (f32.store
          (local.get $products)
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
            (f32.add (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum)))))
        (local.set $places (i32.add (local.get $places) (i32.const 4)))
        (local.set $products (i32.add (local.get $products) (i32.const 4)))
        (br $next)))))
